// Notes on a frame that came with the document what it does before the page's own script runs: that it loaded, that it spoke.

const frames = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-came]')

addEventListener('message', ({ source, origin, data }) => {
  if (origin !== 'null' || data !== 'ready') return
  for (const frame of frames()) if (frame.contentWindow === source) frame.dataset.spoke = ''
})

document.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLIFrameElement && 'came' in target.dataset) target.dataset.loaded = ''
  },
  true,
)
