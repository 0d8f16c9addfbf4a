// The reader's choice whether single letters act, kept in this browser.

const place = 'recto-keys'

export function areOff(): boolean {
  try {
    return localStorage.getItem(place) === 'off'
  } catch {
    return false
  }
}

/** A browser that keeps nothing forgets it with the page. */
export function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(place)
    else localStorage.setItem(place, 'off')
  } catch {
    // Nothing is kept.
  }
}
