// The state of the sharing dialog, and its requests to the server, one after the other.

import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { change } from '../../../operations/artifacts/sharing.ts'
import type { InputOf } from '../../../operations/kernel/operation.ts'
import { sharingPath } from '../layout/artifact-paths.ts'
import { call, parsed, Refused, reasonOf, request } from '../layout/call.ts'
import { shareWords as words } from '../words/share.ts'
import type { Sharing } from './share.ts'
import { audienceIn, tellHeader } from './tell-header.tsx'

type Change = Pick<InputOf<typeof change>, 'visibility' | 'removeSharedWith'>

/** A change that is asked for and not made yet. */
export interface Question {
  change: Change
  /** Effects of the change; null until the server told. */
  effects: AudiencePreview | null
}

export interface UsedSharing {
  now: Sharing
  question: Question | null
  /** Goes by itself. */
  said: { text: string; number: number } | null
  /** Reason that a change was not made. */
  failure: string
  /** Gives them access at once, and mails them the link. */
  invite(addresses: readonly string[], message: string): Promise<void>
  /** Makes the change where nobody gains or loses access, and asks first otherwise. */
  propose(change: Change): void
  /** Makes the change that was asked; `comments` says who reads them then. */
  confirm(comments?: 'internal' | 'shared'): void
  cancel(): void
  shareComments(comments: 'internal' | 'shared'): void
}

export const ShareContext = createContext<UsedSharing>(undefined as never)

export const useShareContext = (): UsedSharing => useContext(ShareContext)

/** @throws Refused */
export const readSharing = async (id: string): Promise<Sharing> => parsed(await request(sharingPath(id)))

/** True while people outside the organization can open the page, so that there are two kinds of readers. */
export const isSeenOutside = ({ artifact, recipients }: Sharing): boolean =>
  artifact.visibility === 'public' || recipients.outside.length > 0

/** Milliseconds that a message stays. */
const STAYS = 6000

export function useSharing(first: Sharing): UsedSharing {
  const [now, setNow] = useState(first)
  const [question, setQuestion] = useState<Question | null>(null)
  const [said, setSaid] = useState<UsedSharing['said']>(null)
  const [failure, setFailure] = useState('')
  /** Counts what was proposed: only the latest is shown. */
  const turn = useRef(0)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const id = first.artifact.shortId

  useEffect(() => {
    const timer = said && setTimeout(() => setSaid(null), STAYS)
    return () => clearTimeout(timer ?? undefined)
  }, [said])

  const foresee = async (wanted: Change): Promise<AudiencePreview> =>
    (await call(change, { id, ...wanted, dryRun: true })) as AudiencePreview
  /** Takes in what was saved, and says so. Who may not share the page any more sees what is left of it. */
  const take = async (what: string) => {
    const next = await readSharing(id).catch(problem => {
      if (problem instanceof Refused && problem.status === 404) location.reload()
      throw problem
    })
    setNow(next)
    tellHeader(next)
    const { meaning } = audienceIn(next)
    setSaid(last => ({ text: `${what} ${meaning}`, number: (last?.number ?? 0) + 1 }))
  }
  /** Runs one step after the other: nothing else is asked beside a change. */
  const save = (step: () => Promise<void>): Promise<void> => {
    setFailure('')
    const saved = saving.current.then(step)
    saving.current = saved.catch(() => undefined)
    return saved
  }
  const refuse = (problem: unknown) => {
    setQuestion(null)
    setFailure(reasonOf(problem))
  }
  const make = async (wanted: InputOf<typeof change>, mine: number) => {
    await call(change, wanted)
    if (mine === turn.current) setQuestion(null)
    await take(words.saved)
  }
  const propose = async (wanted: Change) => {
    const mine = ++turn.current
    setQuestion({ change: wanted, effects: null })
    setFailure('')
    await saving.current
    const effects = mine === turn.current ? await foresee(wanted) : null
    if (effects === null || mine !== turn.current) return
    if (isHarmless(effects)) await save(() => make({ id, ...wanted }, mine))
    else setQuestion({ change: wanted, effects })
  }
  const confirm = async ({ change: wanted, effects: shown }: Question, comments?: 'internal' | 'shared') => {
    const mine = turn.current
    await save(async () => {
      const effects = await foresee(wanted)
      const isAsShown = JSON.stringify(effects) === JSON.stringify(shown)
      if (isAsShown || isHarmless(effects)) await make({ id, ...wanted, ...(comments && { comments }) }, mine)
      else if (mine === turn.current) setQuestion({ change: wanted, effects })
    })
  }
  return {
    ...{ now, question, said, failure },
    invite: (addresses, message) =>
      save(async () => {
        // Readers of the comments stay those that the dialog shows.
        const isShown = now.artifact.comments === 'shared' && isSeenOutside(now)
        const added = { addSharedWith: [...addresses], notify: true, ...(message && { message }) }
        await call(change, { id, ...added, ...(isShown && { comments: 'shared' as const }) })
        await take(words.invited)
      }),
    propose: wanted => void propose(wanted).catch(refuse),
    confirm: comments => void confirm(question!, comments).catch(refuse),
    cancel: () => {
      turn.current += 1
      setQuestion(null)
    },
    shareComments: comments => void save(() => make({ id, comments }, turn.current)).catch(refuse),
  }
}

const isHarmless = ({ gains, loses }: AudiencePreview): boolean => gains.length + loses.length === 0
