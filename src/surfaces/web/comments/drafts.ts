// Drafts of comments that are not sent, kept in this browser under a key that names the reader.

const place = (draft: string) => `recto-draft-${draft}`

/** Null where there is none; a browser that keeps nothing still lets people write. */
export function draftOf(draft: string): string | null {
  try {
    return localStorage.getItem(place(draft))
  } catch {
    return null
  }
}

/** No text takes the draft away. */
export function keepDraft(draft: string, text: string): void {
  try {
    if (text) localStorage.setItem(place(draft), text)
    else localStorage.removeItem(place(draft))
  } catch {
    // The words stay in the field.
  }
}
