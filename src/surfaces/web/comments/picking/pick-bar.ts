// The bar that guides a reader who points at a part of the page: the part, the keys there are, and a button for each.

import { type PickStep, pickSteps } from '../../../viewer/protocol.ts'
import { element } from '../../layout/element.ts'
import { subjectWords } from '../../words/comment-subject.ts'
import { type Direction, directions } from './point-on-element.ts'

/** Stepping from part to part, of which one is a picture or not; or placing a point or a region of a picture. */
export type Stage = 'part' | 'picture' | 'point' | 'region'

/** Actions that the reader asks for. */
export interface Asked {
  step(to: PickStep): void
  move(to: Direction, isLarge: boolean): void
  /** Puts a cross on the picture. */
  place(): void
  /** Makes the cross a corner of a region. */
  corner(): void
  take(): void
  back(): void
}

export interface PickBar {
  begin(action: string): void
  show(stage: Stage, words: string, isTaken: boolean): void
  end(): void
}

const arrows: Record<string, [PickStep, Direction]> = {
  ArrowUp: ['wider', 'up'],
  ArrowDown: ['narrower', 'down'],
  ArrowRight: ['next', 'right'],
  ArrowLeft: ['previous', 'left'],
}

/** Milliseconds that a key held down has been still before its outcome is said. */
const REST = 150

type Key = [keys: string[], does: string]

const { keys: words } = subjectWords
const four = ['←', '↑', '↓', '→']
const part: Key[] = [[four, words.step]]
const picture: Key[] = [...part, [['P'], words.point], [['R'], words.area]]
const ends: Key[] = [
  [['Enter'], words.choose],
  [['Esc'], words.leave],
]
const back: Key[] = [
  [['Shift'], words.faster],
  [['Enter'], words.choose],
  [['Esc'], words.back],
]

const keysOf: Record<Stage, Key[]> = {
  part: [...part, ...ends],
  picture: [...picture, ...ends],
  point: [[four, words.move], [['R'], words.area], ...back],
  region: [[four, words.resize], ...back],
}

/** In place of a bar of a frame before. */
export function pickBar(asked: Asked): PickBar {
  document.querySelector('.pick-bar')?.remove()
  const said = element('p', { className: 'selected-words', dir: 'auto' })
  said.setAttribute('role', 'status')
  const keys = element('p', { className: 'pick-keys' })
  keys.setAttribute('aria-hidden', 'true')
  const take = button(subjectWords.here, 'button primary', asked.take)
  const leave = button(subjectWords.cancel, 'button', asked.back)
  const groups = groupsOf(asked)
  const steps = element('div', { className: 'pick-steps' })
  const bar = element('section', { className: 'selection-bar pick-bar', hidden: true }, [
    said,
    keys,
    steps,
    take,
    leave,
  ])
  bar.setAttribute('aria-label', subjectWords.pointing)
  document.body.append(bar)

  let stage: Stage | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = (to: Stage) => {
    if (to === stage) return
    stage = to
    const held = steps.contains(document.activeElement)
    steps.replaceChildren(...groups[to])
    keys.replaceChildren(...keysOf[to].map(hint))
    leave.textContent = to === 'point' || to === 'region' ? subjectWords.back : subjectWords.cancel
    if (held && !steps.contains(document.activeElement)) take.focus()
  }
  const say = (words: string) => {
    clearTimeout(timer)
    const write = () => {
      if (said.textContent !== words) said.textContent = words
    }
    if (stage === 'point' || stage === 'region') timer = setTimeout(write, REST)
    else write()
  }
  bar.addEventListener('keydown', event => {
    if (!stage || !pressed(event, stage, asked)) return
    event.preventDefault()
    event.stopPropagation()
  })
  return {
    begin(action) {
      take.textContent = action
      bar.hidden = false
      take.focus()
    },
    show(to, words, isTaken) {
      turn(to)
      say(words)
      take.setAttribute('aria-disabled', String(!isTaken))
    },
    end() {
      bar.hidden = true
      stage = null
      clearTimeout(timer)
    },
  }
}

/** Handles a key; false for one that means nothing here. */
function pressed(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  stage: Stage,
  asked: Asked,
): boolean {
  if (ctrlKey || altKey || metaKey) return false
  const [step, direction] = arrows[key] ?? []
  const letter = key.toLowerCase()
  if (step && direction)
    stage === 'part' || stage === 'picture' ? asked.step(step) : asked.move(direction, shiftKey)
  else if (key === 'Escape') asked.back()
  else if (letter === 'p' && stage === 'picture') asked.place()
  else if (letter === 'r' && (stage === 'picture' || stage === 'point')) asked.corner()
  else return false
  return true
}

/** The buttons of each stage: four that lead, then those that begin a point or a region. */
function groupsOf(asked: Asked): Record<Stage, HTMLElement[]> {
  const steps = pickSteps.map(to => button(named(to), 'button', () => asked.step(to)))
  const moves = directions.map(to => button(named(to), 'button', () => asked.move(to, false)))
  const place = button(subjectWords.pickPoint, 'button pick-mark', asked.place)
  const corner = button(subjectWords.pickArea, 'button pick-mark', asked.corner)
  return {
    part: steps,
    picture: [...steps, place, corner],
    point: [...moves, corner],
    region: moves,
  }
}

const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function button(textContent: string, className: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className, textContent })
  made.addEventListener('click', press)
  return made
}

const hint = ([keys, does]: Key): HTMLElement =>
  element('span', {}, [
    ...keys.map(key => element('kbd', { className: 'key-cap', textContent: key })),
    document.createTextNode(` ${does}`),
  ])
