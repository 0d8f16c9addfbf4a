// Notices a page that floods the window around it with messages: while they are heard nothing else is.

/** Messages in one second that no page needs. */
const MOST = 1000

/** Listens until the function returned is called; `tooLoud` should take the page away. Frames within the page count too. */
export function watchNoise(tooLoud: () => void): () => void {
  let [second, count] = [0, 0]
  const heard = ({ source, timeStamp }: MessageEvent) => {
    if (source === window) return
    const now = Math.floor(timeStamp / 1000)
    count = now === second ? count + 1 : 1
    second = now
    if (count > MOST) tooLoud()
  }
  addEventListener('message', heard)
  return () => removeEventListener('message', heard)
}
