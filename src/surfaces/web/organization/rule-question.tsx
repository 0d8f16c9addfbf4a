// The question before rules that take access away: who loses what, in numbers, and a second yes.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import { Banner } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { Button, Form, Hidden } from '../layout/form.tsx'
import { type PageRequest, performed } from '../page/dashboard.ts'
import { closing, rulesWords as words } from '../words/rules.ts'

export const rules = [
  'allowPublic',
  'allowExternalSharing',
  'allowPreviewClaims',
  'openNetwork',
  'requireSignInProvider',
] as const
export type RuleName = (typeof rules)[number]

type Switched = Readonly<Partial<Record<RuleName, boolean>>>

export interface Question {
  wanted: Switched
  /** Sentences about who would lose access to what. */
  closes: readonly string[]
}

/** Says who would lose access to what; nothing for readers whom the operation refuses anyhow. */
export async function closingsOf(request: PageRequest, now: Switched, wanted: Switched): Promise<string[]> {
  if (!mayCall(operations.policyReach, request.actor)) return []
  const reach = await performed(request, operations.policyReach, {})
  const isOff = (rule: RuleName) => now[rule] === true && wanted[rule] === false
  return [
    ...(isOff('allowPublic') && reach.public > 0 ? [closing.allowPublic(reach.public)] : []),
    ...(isOff('allowExternalSharing') && reach.sharedOutside > 0
      ? [closing.allowExternalSharing(reach.sharedOutside)]
      : []),
    ...(!now.requireSignInProvider && wanted.requireSignInProvider
      ? [closing.requireSignInProvider(reach.members)]
      : []),
  ]
}

/** Takes the focus when it appears after a switch. */
export const RuleQuestion = ({ wanted, closes }: Question): JSX.Element => (
  <Banner signal="open" label={words.asks}>
    <div class="stack tight" data-question tabIndex={-1}>
      {closes.map(text => (
        <p key={text}>{text}</p>
      ))}
    </div>
    <Form action="/app/policy" class="actions">
      <Hidden
        values={{
          ...Object.fromEntries(rules.filter(rule => wanted[rule]).map(rule => [rule, 'on'])),
          confirmed: JSON.stringify(wanted),
        }}
      />
      <Button kind="stop">{words.confirm}</Button>
      <LinkButton href="/app/policy">{words.cancel}</LinkButton>
    </Form>
  </Banner>
)
