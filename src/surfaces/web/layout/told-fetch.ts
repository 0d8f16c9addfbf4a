// A request whose body's progress is told: browsers tell it of XMLHttpRequest alone.

type Sent = Pick<RequestInit, 'method' | 'body' | 'signal'> & { headers: Headers }

/** As `fetch` to our own server; `onProgress` hears which part of the body is sent, 0 to 1. */
export function toldFetch(path: string, sent: Sent, onProgress: (share: number) => void): Promise<Response> {
  const { method = 'GET', body, signal, headers } = sent
  const request = new XMLHttpRequest()
  request.open(method, path)
  request.responseType = 'arraybuffer'
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
  signal?.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    const lost = () => reject(new TypeError('the request failed'))
    request.addEventListener('load', () => resolve(answerTo(request)))
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.send(body as XMLHttpRequestBodyInit)
  })
}

const answerTo = ({ status, response }: XMLHttpRequest): Response =>
  new Response(status === 204 ? null : response, { status })
