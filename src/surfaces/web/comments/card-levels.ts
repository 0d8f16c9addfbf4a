// Keeps cards level with what they are about, where they stand beside the page: each as high as its passage, pushed apart, scrolled along.

export interface PlacesInPage {
  /** Pixels that the page is scrolled. */
  scroll: number
  /** Pixels from the beginning of the page to each thread's place, by the thread's id. */
  tops: ReadonlyMap<string, number>
  /** Threads whose words are not on the screen. */
  missing: ReadonlySet<string>
}

export interface CardLevels {
  /** The frame told where the page stands. */
  told(places: PlacesInPage): void
  /** Call it after the cards were drawn. */
  lay(): void
}

interface Surroundings {
  /** True while the list is in the order of the page. */
  inOrder(): boolean
  scrollPage(top: number): void
}

export interface Card {
  /** Pixels below the beginning of the list at which the card should stand. */
  top: number
  height: number
}

/** Pixels between two cards. */
const GAP = 12

/** Pixels from the upper edge of a card to its first line. */
const PADDING = 12

/** Returns the top of each card: the active one as high as its passage, those before it pushed up, those behind it pushed down. */
export function levelsOf(cards: readonly Card[], active: number): number[] {
  const wanted = cards.map(({ top }) => top)
  for (let at = active - 1; at >= 0; at--)
    wanted[at] = Math.min(wanted[at]!, wanted[at + 1]! - cards[at]!.height - GAP)
  let free = 0
  return wanted.map((top, at) => {
    const level = Math.max(top, free)
    free = level + cards[at]!.height + GAP
    return level
  })
}

/** About the height of a line, in pixels. */
const LINE = 20

/** The page is beside the comments from this width on. */
export const beside = '(width >= 1000px)'

/** Milliseconds in which the page follows the cards, once the reader has scrolled these. */
const LEAD = 300

export function keepLevel(aside: HTMLElement, { inOrder, scrollPage }: Surroundings): CardLevels {
  const [isBeside, calm] = [matchMedia(beside), matchMedia('(prefers-reduced-motion: reduce)')]
  let places: PlacesInPage = { scroll: 0, tops: new Map(), missing: new Set() }
  let isLevel = false
  let leadsUntil = 0
  /** Scroll position that this code set itself: the browser's event about it is no news. */
  let put = 0
  const seen = new WeakSet<Element>()
  const resized = new ResizeObserver(() => lay())

  const lay = () => {
    const list = aside.querySelector<HTMLElement>('.threads')
    if (!list) return
    isLevel = isBeside.matches && inOrder() && places.tops.size > 0 && !aside.hidden
    list.classList.toggle('level', isLevel)
    list.style.blockSize = ''
    if (!isLevel) return
    const rise = list.getBoundingClientRect().top - aside.getBoundingClientRect().top + aside.scrollTop
    const cards = [...list.children]
      .filter(each => each instanceof HTMLElement)
      .map(each => cardOf(each, rise))
    // A new comment stands in the list where its passage does.
    cards.sort((one, other) => one.order - other.order)
    const levels = levelsOf(
      cards,
      cards.findIndex(({ isActive }) => isActive),
    )
    for (const [at, { element }] of cards.entries()) element.style.setProperty('--y', `${levels[at]}px`)
    const end = Math.max(0, ...cards.map(({ height }, at) => levels[at]! + height))
    list.style.blockSize = `${Math.max(end, places.scroll + aside.clientHeight)}px`
    glide()
  }
  const cardOf = (element: HTMLElement, rise: number) => {
    if (!seen.has(element)) resized.observe(element)
    seen.add(element)
    const order = orderOf(element)
    const top = Number.isFinite(order) ? Math.round(order - rise - PADDING) : 0
    const isNew = element.matches('.new-thread')
    const isActive = isNew || (element.ariaCurrent === 'true' && !aside.querySelector('.new-thread'))
    return { element, order, top, isActive, height: element.offsetHeight }
  }
  /** Returns the place of a card in the order: threads on the whole page come first, elements that are no card last. */
  const orderOf = (element: HTMLElement): number => {
    if (element.matches('.new-thread')) return topOfNew(element)
    if (!element.matches('article, .resolved-line')) return Number.POSITIVE_INFINITY
    return places.tops.get(element.id.slice('comment-'.length)) ?? Number.NEGATIVE_INFINITY
  }
  /** Returns the top of the form for a new comment: the end of the selected words, or in sight. */
  const topOfNew = (element: HTMLElement): number => {
    element.dataset.top ??= `${places.scroll + Number(element.dataset.y ?? LINE) - LINE}`
    return Number(element.dataset.top)
  }
  const scrollTo = (top: number) => {
    aside.scrollTop = top
    put = aside.scrollTop
  }
  const glide = () => {
    if (!isLevel || performance.now() < leadsUntil) return
    const rest = places.scroll - aside.scrollTop
    const isNear = Math.abs(rest) < 2 || Math.abs(rest) > aside.clientHeight || calm.matches
    const before = aside.scrollTop
    scrollTo(isNear ? places.scroll : before + rest / 2)
    if (!isNear && aside.scrollTop !== before) requestAnimationFrame(glide)
  }
  aside.addEventListener('scroll', () => {
    if (!isLevel || Math.abs(aside.scrollTop - put) < 2) return
    put = aside.scrollTop
    leadsUntil = performance.now() + LEAD
    scrollPage(put)
  })
  isBeside.addEventListener('change', lay)
  return {
    lay,
    told: now => {
      const isSame = isLevel && sameTops(now.tops, places.tops)
      places = now
      if (isSame && aside.scrollHeight - aside.clientHeight >= now.scroll) glide()
      else lay()
    },
  }
}

const sameTops = (one: PlacesInPage['tops'], other: PlacesInPage['tops']): boolean =>
  one.size === other.size && [...one].every(([id, top]) => Math.abs(top - (other.get(id) ?? -1)) < 1)
