// Cards above the text: a draft that waits, a save that did not succeed, a merge to look at; and the ways on from there.

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { buttonClass } from '../layout/controls.tsx'
import { conflictWords, draftWords, wayOutWords as words } from '../words/editor.ts'
import type { Draft } from './drafts.ts'
import { editPath, type Merged } from './editor-page.ts'
import { copy, download, moveOut, type Trouble, type WaysOut } from './ways-out.ts'

interface CardProps {
  title: string
  text: string
  /** A failure is said at once. */
  role: 'alert' | 'status'
  children: ComponentChildren
}

const Card = ({ title, text, role, children }: CardProps): JSX.Element => (
  <section class={role === 'alert' ? 'editor-card trouble' : 'editor-card'} role={role}>
    <h2>{title}</h2>
    <p>{text}</p>
    <p class="actions">{children}</p>
  </section>
)

interface WaysOutProps extends Partial<Omit<Trouble, 'title' | 'text'>> {
  out: WaysOut
}

/** Buttons for a text that is not saved; the last three are always there. */
const WaysOutButtons = ({ out, again, current, signIn }: WaysOutProps): JSX.Element => (
  <>
    {signIn && (
      <Beside href={`/auth/sign-in?next=${encodeURIComponent(editPath(out.page))}`}>{words.signIn}</Beside>
    )}
    {again && <Press act={again}>{words.again}</Press>}
    {current && <Beside href={`/${out.page.shortId}`}>{words.openCurrent(current)}</Beside>}
    <Press act={() => download(out).catch(reportError)}>{words.download}</Press>
    <Press act={() => copy(out).catch(reportError)}>{words.copy}</Press>
    <Press act={() => moveOut(out).catch(reportError)}>{words.separate}</Press>
  </>
)

interface PressProps {
  act(): unknown
  kind?: 'primary'
  children: ComponentChildren
}

const Press = ({ act, kind, children }: PressProps): JSX.Element => (
  <button type="button" class={buttonClass(kind)} onClick={act}>
    {children}
  </button>
)

/** Opens another tab: the text stays here. */
const Beside = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a class={buttonClass()} href={href} target="_blank" rel="noopener">
    {children}
  </a>
)

/** Says what happened and offers every way on. */
export const TroubleCard = ({ out, trouble }: { out: WaysOut; trouble: Trouble }): JSX.Element => (
  <Card {...trouble} role="alert">
    <WaysOutButtons out={out} {...trouble} />
  </Card>
)

interface ReviewCardProps {
  merged: Pick<Merged, 'version' | 'by'>
  out: WaysOut
  /** Takes the marks away. */
  hide(): void
}

/** Shows what was merged before it is saved. */
export function ReviewCard({ merged: { version, by }, out, hide }: ReviewCardProps): JSX.Element {
  const [isMarked, setMarked] = useState(true)
  const end = () => {
    hide()
    setMarked(false)
  }
  return (
    <Card title={conflictWords.merged(version, by)} text={conflictWords.mergedLead} role="status">
      {isMarked && <Press act={end}>{conflictWords.hideMarks}</Press>}
      <WaysOutButtons out={out} current={version} />
    </Card>
  )
}

interface DraftOfferProps {
  draft: Draft
  /** The version that everybody sees. */
  current: number
  goOn(): void
  drop(): void
}

/** Offers what was written earlier in this browser and never saved. */
export const DraftOffer = ({ draft, current, goOn, drop }: DraftOfferProps): JSX.Element => (
  <Card
    title={draftWords.title(
      moment(draft.at),
      draft.base,
      draft.base === current ? '' : draftWords.current(current),
    )}
    text={draftWords.lead}
    role="status"
  >
    <Press act={goOn} kind="primary">
      {draftWords.continue}
    </Press>
    <Press act={drop}>{draftWords.discard}</Press>
  </Card>
)

/** The time of today, the day of any other. */
function moment(at: number): string {
  const then = new Date(at)
  const time = then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === new Date().toDateString()) return time
  return `${then.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${time}`
}
