// Notices a page that floods the window around it with messages: while they are heard nothing else is.

/** Messages in one second that no page needs; a burst is heard out, a second such second is not. */
const MOST = 1000

/** Listens until the function returned is called; `tooLoud` should take the page away. Frames within the page count too. */
export function guardAgainstFloods(tooLoud: () => void): () => void {
  let [second, count, loudSecond] = [0, 0, Number.NEGATIVE_INFINITY]
  const heard = ({ source, timeStamp }: MessageEvent) => {
    if (source === window) return
    const now = Math.floor(timeStamp / 1000)
    count = now === second ? count + 1 : 1
    second = now
    if (count <= MOST) return
    if (loudSecond < now - 1) loudSecond = now
    else if (loudSecond === now - 1) tooLoud()
  }
  addEventListener('message', heard)
  return () => removeEventListener('message', heard)
}
