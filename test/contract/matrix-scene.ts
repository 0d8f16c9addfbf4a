// The ground of one cell of the matrix: a company with an artifact of one of its members, and one caller.
import assert from 'node:assert/strict'
import { type Scope, scopes } from '../../src/domain/actor.ts'
import { send } from '../support/http.ts'
import { appToken } from '../support/oauth-client.ts'
import { type Company, type Credential, freshAddress, guestSession, type Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { proof } from '../support/world-rest.ts'
import { fileBody } from './stage.ts'

/** The kinds of callers, in the order of the columns of the table. */
export const callers = [
  'nobody',
  'guest',
  'viewer',
  'member',
  'admin',
  'owner',
  'stranger',
  'user key',
  'service key',
  ...scopes,
  'app',
  'edit token',
] as const
export type Caller = (typeof callers)[number]

/** The artifact a request is about: whose it may be read by. */
export type Subject = 'company' | 'private' | 'named' | 'public'

/** The words of every page. */
export const report = '# Weekly report\n\nRevenue grew 12 %.\n'

/** An unclaimed preview. */
interface Preview {
  shortId: string
  editToken: string
  code: string
}

export interface Scene {
  service: Running
  company: Company
  /** Owns the artifact; nobody of the callers. */
  author: Member
  /** Address of the guest, whom the artifact `named` names. */
  guest: string
  /** Short ID of the author's artifact. */
  artifact(): Promise<string>
  preview(): Promise<Preview>
  as(caller: Caller): Promise<Credential>
  /** A request of the company's owner, for what has to be there first. */
  first(method: string, path: string, body?: object): ReturnType<typeof send>
}

export async function openScene(service: Running, subject: Subject): Promise<Scene> {
  const company = await service.organization()
  const author = await company.join('member')
  const guest = freshAddress('guest')
  const artifact = once(async () => {
    const visibility = subject === 'named' ? guest : subject
    return (await publish(service, '/v1/artifacts', { visibility }, { key: author.key })).shortId as string
  })
  const preview = once(async (): Promise<Preview> => {
    const { shortId, editToken, claimUrl } = await publish(service, '/v1/public/artifacts', {}, 'nobody')
    return { shortId, editToken, code: claimUrl.split('/').at(-1) }
  })
  return {
    ...{ service, company, author, guest, artifact, preview },
    async as(caller) {
      if (caller === 'edit token') return { key: (await preview()).editToken }
      return caller === 'guest'
        ? guestSession(service.context, guest)
        : credentialOf(service, company, caller)
    },
    first: (method, path, body) =>
      send(service.url + path, {
        method,
        headers: { ...proof(service.url, company.owner.session), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

/** Does the work when it is first asked for, and answers the same from then on. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work()
    return done
  }
}

async function publish({ url }: Running, path: string, fields: Record<string, string>, as: Credential) {
  const { headers, body } = fileBody(report, fields, 'report.md')
  const answer = await send(url + path, { method: 'POST', headers: { ...headers, ...proof(url, as) }, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

async function credentialOf(
  service: Running,
  company: Company,
  caller: Exclude<Caller, 'guest' | 'edit token'>,
): Promise<Credential> {
  switch (caller) {
    case 'nobody':
      return 'nobody'
    case 'viewer':
    case 'member':
    case 'admin':
      return (await company.join(caller)).session
    case 'owner':
      return (await company.join('owner')).session
    case 'stranger':
      return (await service.organization()).owner.session
    case 'user key':
      return { key: (await company.join('owner')).key }
    case 'service key':
      return { key: (await company.newKey('service')).key }
    case 'app':
      return { key: await appToken(service, await company.join('owner'), `${service.url}/v1`) }
    default:
      return { key: (await company.newKey('user', { scopes: [caller satisfies Scope] })).key }
  }
}
