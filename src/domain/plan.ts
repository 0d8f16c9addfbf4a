// The plans: one table of what each allows.
import { Problem } from './problem.ts'

const MB = 1_048_576

export interface Plan {
  /** Artifacts that are company or private and not in the trash; null is unlimited. */
  gatedArtifacts: number | null
  /** Largest file in bytes. */
  fileSize: number
  scopedKeys: boolean
  providerSignIn: boolean
  /** Mails about sharing that one person may cause in a day (contract section 3). */
  sharingMails: number
  /** Days that audit rows are kept; null means without end. */
  auditDays: number | null
  /** True where reads of company and private artifacts are recorded too. */
  auditViews: boolean
}

export const plans = {
  free: {
    gatedArtifacts: 3,
    fileSize: 10 * MB,
    scopedKeys: false,
    providerSignIn: false,
    sharingMails: 10,
    auditDays: 30,
    auditViews: false,
  },
  solo: {
    gatedArtifacts: null,
    fileSize: 50 * MB,
    scopedKeys: false,
    providerSignIn: false,
    sharingMails: 50,
    auditDays: 90,
    auditViews: false,
  },
  pro: {
    gatedArtifacts: null,
    fileSize: 50 * MB,
    scopedKeys: true,
    providerSignIn: true,
    sharingMails: 50,
    auditDays: 365,
    auditViews: true,
  },
  enterprise: {
    gatedArtifacts: null,
    fileSize: 50 * MB,
    scopedKeys: true,
    providerSignIn: true,
    sharingMails: 50,
    auditDays: null,
    auditViews: true,
  },
} as const satisfies Record<string, Plan>

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

/** Largest file of a public preview in bytes (contract section 4). */
export const previewFileSize = 10 * MB

/** Largest file any plan allows, in bytes. */
export const largestFileSize = Math.max(...Object.values(plans).map(plan => plan.fileSize))

/** The plans that allow something, as words: "Solo, Pro or Enterprise". */
export function plansWith(allow: (plan: Plan) => boolean): string {
  const names = planNames.filter(name => allow(plans[name])).map(titled)
  return new Intl.ListFormat('en', { type: 'disjunction', style: 'long' })
    .format(names)
    .replace(/, or /, ' or ')
}

const titled = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`

/** 413 for a file above `limit` bytes, naming the plans that take more. */
export function tooLarge(limit: number): Problem {
  const larger = plansWith(plan => plan.fileSize > limit)
  const upward = larger === '' ? '' : `, or move to ${larger}, which take ${largestFileSize / MB} MB`
  const most = limit >= MB ? `${Math.floor(limit / MB)} MB` : `${limit} bytes`
  return new Problem(
    'file_too_large',
    `The file is larger than ${most}, the most that is taken here. Make it smaller${upward}.`,
    { limit },
  )
}

/** Refuses one more gated artifact where the plan has no room. `count` excludes the new one. */
export function requireRoom(plan: PlanName, count: number): void {
  const limit = plans[plan].gatedArtifacts
  if (limit === null || count < limit) return
  throw new Problem(
    'plan_limit',
    `The ${titled(plan)} plan holds ${limit} company or private artifacts and all are used. Make one public, delete one, or move to ${plansWith(other => other.gatedArtifacts === null)}.`,
    { limit, plan },
  )
}
