// Diagrams of rendered Markdown: drawn elsewhere when they come into sight, shown as pictures in their blocks, the source folded below.

import type { DiagramOrder, Drawing, Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'

const longestSource: Limits['diagramSource'] = 8000
const mostDiagrams: Limits['diagrams'] = 500

const selector = 'article pre > code.language-mermaid'

export interface Diagrams {
  /** Resolves when every diagram is drawn, or cannot be. */
  all(): Promise<void>
}

/** Once the page is parsed. One is asked for at a time; `all` asks for those out of sight too. */
export function showDiagrams(channel: Channel): Diagrams {
  const diagrams: Diagram[] = []
  const waiting = new Set<Diagram>()
  let asked: Promise<void> | null = null
  let answer: (drawing: Drawing) => void = () => undefined
  const ask = (diagram: Diagram) => {
    const { promise, resolve } = Promise.withResolvers<Drawing>()
    answer = resolve
    channel.send(diagram.order())
    return promise
  }
  const askAll = async () => {
    for (const diagram of waiting) {
      waiting.delete(diagram)
      diagram.show(await ask(diagram))
    }
  }
  const want = (wanted: Iterable<Diagram>) => {
    for (const each of wanted) waiting.add(each)
    asked ??= askAll()
      .catch(reportError)
      .finally(() => {
        asked = null
      })
  }
  const seen = new IntersectionObserver(
    entries => {
      const near = entries.filter(entry => entry.isIntersecting).map(({ target }) => target)
      if (near.length > 0) want(diagrams.filter(({ block }) => near.includes(block)))
      for (const block of near) seen.unobserve(block)
    },
    { rootMargin: '400px' },
  )
  channel.on('drawing', drawing => answer(drawing))
  for (const code of document.querySelectorAll<HTMLElement>(selector))
    diagrams.push(diagramOf(code, diagrams.length))
  for (const { block, fits } of diagrams) if (fits) seen.observe(block)
  const redraw = () => want(diagrams.filter(each => each.isStale()))
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['class'] })
  return {
    all: async () => {
      want(diagrams.filter(each => each.fits && !each.isDrawn()))
      await asked
    },
  }
}

type Diagram = ReturnType<typeof diagramOf>

const isDark = () => document.documentElement.classList.contains('dark')

function diagramOf(code: HTMLElement, id: number) {
  const block = code.parentElement!
  const source = code.textContent!
  const fits = id < mostDiagrams && source.length <= longestSource
  let picture: HTMLImageElement | null = null
  let drawnDark: boolean | null = null
  const refuse = (why: string) => block.setAttribute('data-why', ` It is not drawn: ${why}.`)
  block.classList.add('recto-diagram')
  if (!fits) refuse('it is too long')
  return {
    block,
    fits,
    isDrawn: () => picture !== null,
    isStale: () => drawnDark !== null && drawnDark !== isDark(),
    order: (): DiagramOrder => {
      drawnDark = isDark()
      return { type: 'diagram', id, source, dark: drawnDark }
    },
    show: ({ svg, why }: Drawing) => {
      if (svg === null) return refuse(why)
      picture ??= pictureIn(block, code)
      picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    },
  }
}

/** Both stand within the block, which stays where it was: its path is that of the block in the file. */
function pictureIn(block: HTMLElement, code: HTMLElement): HTMLImageElement {
  const picture = Object.assign(document.createElement('img'), {
    className: 'recto-drawing',
    alt: alt(code.textContent!),
  })
  const below = Object.assign(document.createElement('details'), { className: 'recto-source' })
  below.append(Object.assign(document.createElement('summary'), { ariaLabel: 'Source of the diagram' }), code)
  block.append(picture, below)
  return picture
}

/** The author's own words where the diagram has them. */
const alt = (source: string): string =>
  /^[ \t]*accTitle[ \t]*:[ \t]*(\S.*)$/m.exec(source)?.[1] ?? 'Diagram; its source follows'
