// Tests of builds share these: an issuer that is known and one that is not, what they say of builds, and rules about these.
import { after } from 'node:test'
import { startBuildIssuer } from './build-issuer.ts'
import { freePort } from './free-port.ts'
import type { World } from './world.ts'

/** The issuer that services started with `env` know, and one they do not. */
export const ours = await startBuildIssuer()
export const stranger = await startBuildIssuer()
/** One they know where nobody listens. */
export const silent = `http://localhost:${await freePort()}`
after(() => Promise.all([ours.stop(), stranger.stop()]))

export const env = { RECTO_CI_ISSUERS: `${ours.issuer},${silent}` }

const anyNumber = (): string => String(Math.floor(Math.random() * 2 ** 40) + 1)

/** Another repository each time, in the words of GitHub. */
export const github = (more: Record<string, unknown> = {}) => ({
  repository_id: anyNumber(),
  repository: 'acme/site',
  ref: 'refs/heads/main',
  event_name: 'push',
  run_id: '7001',
  ...more,
})

/** The same in the words of GitLab. */
export const gitlab = (more: Record<string, unknown> = {}) => ({
  project_id: anyNumber(),
  project_path: 'acme/site',
  ref: 'main',
  ref_type: 'branch',
  pipeline_source: 'push',
  job_id: '8001',
  ...more,
})

export const ruleFor = (claims: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  issuer: ours.issuer,
  repositoryId: Number(claims.repository_id ?? claims.project_id),
  ref: 'refs/heads/main',
  scopes: ['artifacts:write'],
  visibilities: ['company'],
  ...more,
})

export const makeRule = (world: World, claims: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  world.call('makeCiRule', ruleFor(claims, more), { as: world.company.owner.session })

export const tokenFor = (world: World, claims: Record<string, unknown>) =>
  ours.token(world.service.url, claims)

export const exchange = (world: World, token: string, organization = world.company.id) =>
  world.call('exchangeBuildToken', { token, organization }, { as: 'nobody' })

/** Refused without a trace, and with the very words of every other refusal. */
export async function refusedTo(world: World, token: string, organization = world.company.id): Promise<void> {
  await world.leavesNothing(() =>
    world.refused('unauthorized', 'exchangeBuildToken', { token, organization }, { as: 'nobody' }),
  )
}

/** A key as a build gets it. */
export async function keyFor(world: World, claims: Record<string, unknown>): Promise<string> {
  return (await exchange(world, await tokenFor(world, claims))).key
}
