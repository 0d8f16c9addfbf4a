// The ways to sign in, and the organizations in which a session that began so may act.
import type { Organization } from './artifact.ts'
import { type PlanName, planNames, plans, plansWith } from './plan.ts'
import { Problem } from './problem.ts'

export const providerNames = ['google', 'microsoft'] as const

/** Providers that verify an address, beside the code by mail. */
export type ProviderName = (typeof providerNames)[number]

export const signInWays = ['code', ...providerNames, 'setup_link'] as const

/** The way in which a session began. */
export type SignInWay = (typeof signInWays)[number]

export const providerTitles: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
}

/** The plans that have sign-in by provider; on others nothing can require it. */
export const providerPlans: readonly PlanName[] = planNames.filter(name => plans[name].providerSignIn)

type Subject = Pick<Organization, 'plan' | 'policy'>

/** True where sessions begun by a code do not act here. After a downgrade the rule stays stored and binds nobody. */
export const requiresProvider = ({ plan, policy }: Subject): boolean =>
  policy.requireSignInProvider && plans[plan].providerSignIn

/** True where a session that began so may act in the organization (contract section 6). */
export const allowsSignIn = (organization: Subject, byProvider: boolean): boolean =>
  byProvider ? plans[organization.plan].providerSignIn : !requiresProvider(organization)

/** 403 for a session begun by a code. */
export const providerRequired = (): Problem =>
  new Problem(
    'sign_in_provider_required',
    'This organization takes only people who signed in with Google or Microsoft. Sign in that way with the same address.',
  )

/** 403 for a provider session, if the plan has no sign-in by provider. */
export const providerNotInPlan = (): Problem =>
  new Problem(
    'plan_limit',
    `Sign-in with Google or Microsoft is for organizations on ${plansWith(plan => plan.providerSignIn)}, and none that this address belongs to is on one of them. Sign in with a code sent by mail; it works on every plan.`,
  )

/** Throws if a session that began so may not act in the organization. */
export function requireAllowedSignIn(organization: Subject, byProvider: boolean): void {
  if (allowsSignIn(organization, byProvider)) return
  throw byProvider ? providerNotInPlan() : providerRequired()
}
