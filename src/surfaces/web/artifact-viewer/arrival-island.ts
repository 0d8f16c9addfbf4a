// Notes on a frame that came with the document what it does before the page's own script runs: that it loaded, and what it said.

const frames = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-came]')

addEventListener('message', ({ source, origin, data }) => {
  if (origin !== 'null') return
  for (const frame of frames()) if (frame.contentWindow === source) frame.dataset.said ??= `${data}`
})

document.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLIFrameElement && 'came' in target.dataset) target.dataset.loaded = ''
  },
  true,
)
