// Asks for a page of ours from within another one.

/** The page as a document that runs nothing; null where none came. With `form`, what it answers to that. */
export function fetchPage(
  address: string,
  form?: URLSearchParams,
  sent = new XMLHttpRequest(),
): Promise<Document | null> {
  return new Promise(resolve => {
    sent.open(form ? 'POST' : 'GET', address)
    sent.responseType = 'document'
    sent.setRequestHeader('Accept', 'text/html')
    sent.onloadend = () => resolve(sent.responseXML)
    sent.send(form ?? null)
  })
}
