// One passage that both changed: the two sides with their words marked, the other choices, and the text of the page to come.

import type { ComponentChildren, JSX } from 'preact'
import { keepBoth } from '../../../content/diff/keep-both.ts'
import type { Conflict, Part } from '../../../content/diff/merge-parts.ts'
import { Avatar, Badge } from '../layout/controls.tsx'
import { conflictWords as words } from '../words/editor.ts'
import type { EditorPage, Merged } from './editor-page.ts'
import type { Form } from './file-encoding.ts'
import { focusOnce, Marked } from './merged-changes.tsx'

export type Choice = 'mine' | 'theirs' | 'both' | 'edit'

/** In the order of the keys 1 to 4. */
export const choices: readonly Choice[] = ['mine', 'theirs', 'both', 'edit']

export interface Answer {
  choice: Choice | null
  /** Text that the reader wrote here, or began from; lines end with `\n`. */
  own: string
  /** True once the reader wrote in it: another choice does not take the text away. */
  isOwn: boolean
}

/** Returns the text that will stand there; null while nothing is chosen. */
export function textOf(passage: Conflict, { choice, own }: Answer, end: Form['end']): string | null {
  if (choice === null) return null
  if (choice === 'edit') return asLines(own, passage, end)
  return choice === 'both' ? keepBoth(passage.theirs, passage.mine, end) : passage[choice]
}

/** Returns the typed text with the line breaks of the file; it ends its line where the passage did. */
function asLines(typed: string, { mine, theirs }: Conflict, end: Form['end']): string {
  const both = mine + theirs
  const ended = both.endsWith('\n') && typed !== '' && !typed.endsWith('\n') ? `${typed}\n` : typed
  return end === '\n' ? ended : ended.replaceAll('\n', end)
}

export interface PassageChoiceProps {
  passage: Conflict
  /** Counted from 0. */
  index: number
  of: number
  /** The parts before and behind the passage, merged already or chosen apart. */
  before: Part | undefined
  after: Part | undefined
  reader: EditorPage['avatar']
  other: Pick<Merged, 'by' | 'avatar'>
  answer: Answer
  end: Form['end']
  choose(choice: Choice): void
  write(own: string): void
}

export function PassageChoice(props: PassageChoiceProps): JSX.Element {
  const { passage, index, of, before, after, reader, other, answer, choose } = props
  const place = words.place(index + 1, of, passage.line)
  const option = (choice: Choice) => ({
    group: `passage-${index}`,
    isChosen: answer.choice === choice,
    choose: () => choose(choice),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be read before each of its choices
    <section
      class="passage-choice"
      tabIndex={-1}
      role="group"
      aria-label={place}
      aria-describedby={index === 0 ? 'conflict-lead' : undefined}
    >
      {of > 1 && <p class="small muted">{place}</p>}
      <Around part={before} side="last" />
      <fieldset class="picks">
        <legend>
          <Badge tone="warn" icon="warning">
            {words.chooseOne}
          </Badge>
        </legend>
        <div class="sides">
          <Option {...option('mine')} class="pick">
            <Side name={words.yours} avatar={reader} base={passage.base} text={passage.mine} />
          </Option>
          <Option {...option('theirs')} class="pick">
            <Side
              name={words.theirs(other.by)}
              avatar={other.avatar}
              base={passage.base}
              text={passage.theirs}
            />
          </Option>
        </div>
        <div class="pick-more">
          <Option {...option('both')} class="chip">
            {words.both}
          </Option>
          <Option {...option('edit')} class="chip">
            {words.write}
          </Option>
          {passage.base !== '' && (
            <details class="small">
              <summary>{words.before}</summary>
              <Saying>{passage.base}</Saying>
            </details>
          )}
        </div>
      </fieldset>
      <Result {...props} />
      <Around part={after} side="first" />
    </section>
  )
}

interface OptionProps {
  class: string
  group: string
  isChosen: boolean
  choose(): void
  children: ComponentChildren
}

const Option = ({ class: className, group, isChosen, choose, children }: OptionProps): JSX.Element => (
  <label class={className}>
    <input type="radio" name={group} checked={isChosen} onChange={choose} />
    {children}
  </label>
)

const Saying = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <span class="say" dir="auto">
    {children}
  </span>
)

interface SideProps {
  name: string
  avatar: Merged['avatar']
  base: string
  text: string
}

const Side = ({ name, avatar, base, text }: SideProps): JSX.Element => (
  <span>
    <strong>
      <Avatar {...avatar} size="small" silent />
      <span>{name}</span>
    </strong>
    {text === '' ? (
      <span class="say muted">{words.removed}</span>
    ) : (
      <Saying>
        <Marked base={base} text={text} />
      </Saying>
    )}
  </span>
)

/** Draws the text that the choice leads to, or the field to write it in. */
function Result({ passage, index, answer, end, write }: PassageChoiceProps): JSX.Element | null {
  if (answer.choice === null) return null
  if (answer.choice === 'edit')
    return (
      <textarea
        class="source input"
        rows={5}
        spellcheck={false}
        aria-label={words.own(index + 1)}
        defaultValue={answer.own}
        ref={focusOnce}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
    )
  return (
    <div class="will-say">
      <p class="small strong">{words.willSay}</p>
      <Saying>{textOf(passage, answer, end) || words.removed}</Saying>
    </div>
  )
}

/** Characters of what stands beside a choice. */
const SHOWN = 240

/** The line nearest to the choice, so that its sentence is read where it stands; a heading without its marks. */
function Around({ part, side }: { part: Part | undefined; side: 'first' | 'last' }): JSX.Element | null {
  if (typeof part !== 'string') return null
  const lines = part.split(/\r?\n/).filter(line => line.trim() !== '')
  const line = (side === 'first' ? lines[0] : lines.at(-1))?.replace(/^#{1,6} /, '')
  if (line === undefined) return null
  return (
    <p class="say around" dir="auto">
      {side === 'first' ? line.slice(0, SHOWN) : line.slice(-SHOWN)}
    </p>
  )
}
