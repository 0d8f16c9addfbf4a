// Lines of the source view: `#L10` and `#L10-L20` are marked and scrolled to; clicks on numbers write such addresses.

interface Lines {
  from: number
  to: number
}

function asked(): Lines | null {
  const [, from, to = from] = /^#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(location.hash) ?? []
  if (!from) return null
  const ends = [Number(from), Number(to)].sort((a, b) => a - b)
  return { from: ends[0]!, to: ends[1]! }
}

const lineAt = (number: number) => document.querySelector(`#L${number}`)

function mark(lines: Lines | null): void {
  for (const marked of document.querySelectorAll('.source .marked')) marked.classList.remove('marked')
  if (!lines) return
  for (let line = lineAt(lines.from), at = lines.from; line && at <= lines.to; at += 1) {
    line.classList.add('marked')
    line = line.nextElementSibling
  }
}

function show(): void {
  const lines = asked()
  mark(lines)
  if (!lines) return
  lineAt(lines.from)?.scrollIntoView({ block: 'center', behavior: 'auto' })
  tell(lines)
}

function tell({ from, to }: Lines): void {
  const status = document.querySelector('#status')
  if (!status) return
  status.textContent = from === to ? `Line ${from} is marked.` : `Lines ${from} to ${to} are marked.`
}

/** A plain click marks one line, without a jump; with Shift the range from the line marked before. */
function onClick(event: MouseEvent): void {
  const number = event.target instanceof HTMLElement && Number(event.target.dataset.line)
  if (!number || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const before = event.shiftKey ? asked() : null
  const lines = before
    ? { from: Math.min(before.from, number), to: Math.max(before.from, number) }
    : { from: number, to: number }
  const end = lines.to === lines.from ? '' : `-L${lines.to}`
  history.replaceState(null, '', `#L${lines.from}${end}`)
  mark(lines)
  tell(lines)
}

document.addEventListener('click', onClick)
addEventListener('hashchange', show)
show()
