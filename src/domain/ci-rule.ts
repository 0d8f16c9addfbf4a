// Builds that need no stored key: what an issuer says of a build, and which builds a rule admits.
import type { Actor, Scope } from './actor.ts'
import type { Visibility } from './audience.ts'
import { Problem } from './problem.ts'

/** Milliseconds that the key of a build lives. */
export const BUILD_KEY_LIFE = 15 * 60_000

/** Audiences that a rule may give: a service credential makes nothing private. */
export const ruleVisibilities = ['company', 'public'] as const satisfies readonly Visibility[]
export type RuleVisibility = (typeof ruleVisibilities)[number]

/** A build, as the verified token that it sent describes it. */
export interface Build {
  issuer: string
  /** Different in every token of the issuer (`jti`). */
  tokenId: string
  repositoryId: number
  /** The name of the repository for people, such as `acme/site`; null if the issuer does not say. */
  repository: string | null
  /** The full ref, such as `refs/heads/main`; null if the issuer does not say. */
  ref: string | null
  environment: string | null
  /** The event that started the build, in the issuer's word. */
  event: string | null
  /** The run or the job, for the audit. */
  run: string | null
}

/** The builds that may have a key. A field that is null admits any; `ref` and `environment` are never both null. */
export interface BuildRule {
  issuer: string
  repositoryId: number
  /** A full ref; a `*` stands for characters other than `/`. */
  ref: string | null
  environment: string | null
  /** True where the rule admits builds of pull requests and merge requests too. */
  pullRequests: boolean
}

/** A rule with what its keys may do. */
export interface CiRule extends BuildRule {
  id: string
  organizationId: string
  scopes: readonly Scope[]
  visibilities: readonly RuleVisibility[]
}

/** True where the build is as the rule says in every field. */
export const admits = (rule: BuildRule, build: Build): boolean =>
  rule.issuer === build.issuer &&
  rule.repositoryId === build.repositoryId &&
  (rule.ref === null || (build.ref !== null && matchesRef(rule.ref, build.ref))) &&
  (rule.environment === null || rule.environment === build.environment) &&
  (rule.pullRequests || !mayBePullRequest(build))

/** Throws 403 if the actor is a build whose rule does not give the audience. */
export function requireRuleAudience(actor: Actor, visibility: Visibility): void {
  const given = actor.kind === 'service' ? actor.rule?.visibilities : undefined
  if (!given || given.includes(visibility)) return
  throw new Problem(
    'forbidden',
    `The rule of this build gives the audience ${given.join(' or ')} only. Ask for that one, or ask an admin for another rule.`,
  )
}

/** Anybody may propose a change, so these builds may run what strangers wrote. An unnamed event may be one of them. */
const mayBePullRequest = ({ event }: Build): boolean =>
  event === null || event.startsWith('pull_request') || mergeRequestEvents.has(event)

const mergeRequestEvents = new Set(['merge_request_event', 'external_pull_request_event'])

/** The ref of a rule as it is kept: a plain name is a branch. Null if it can be no ref. */
export function rulePattern(text: string): string | null {
  const ref = text.startsWith('refs/') ? text : `refs/heads/${text}`
  const names = ref.split('/')
  const wellFormed = names.every(name => /^[^\s\p{C}~^:?[\\]+$/u.test(name) && name.split('*').length <= 2)
  return wellFormed && names.length > 2 && ref.length <= 300 ? ref : null
}

function matchesRef(pattern: string, ref: string): boolean {
  const [wanted, given] = [pattern.split('/'), ref.split('/')]
  return wanted.length === given.length && wanted.every((name, at) => matchesName(name, given[at]!))
}

/** Each name holds at most one `*`, so one look at both ends decides. */
function matchesName(pattern: string, name: string): boolean {
  const [start, end] = pattern.split('*') as [string, string?]
  if (end === undefined) return name === pattern
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end)
}
