// `recto login`, `recto logout` and `recto whoami`: a sign-in of a person on this machine, for one server and profile.
import { Failure } from '../failure.ts'
import type { Telling } from '../on-demand/oauth.ts'
import { readProfiles, writeProfiles } from '../profiles.ts'
import { findSignIn, knownSignIn, placeOfSignIn, type SignIn } from '../server/stored-sign-ins.ts'
import type { Task } from '../task.ts'
import { formatAnswer } from '../terminal/answer-text.ts'
import { changed } from './config.ts'

interface Account {
  person: { email: string } | null
}

export async function login(task: Task): Promise<void> {
  const { client, io, output, values } = task
  const oauth = await io.oauth()
  const telling = tellingOf(task)
  const signIn = values.device === true ? oauth.signInWithDevice : oauth.signInWithBrowser
  const before = await replaced(task)
  const tokens = await signIn(client.place, telling)
  const account = await keptFor(task, oauth, tokens)
  rememberServer(task)
  if (before) await oauth.revoke(before).catch(() => undefined)
  const { lines } = formatAnswer('me', account, undefined)
  await output.answer(account, lines, [`You are signed in at ${client.url}.`, keptIn(task)])
  if (io.env.RECTO_API_KEY) await output.warn(keyWins)
}

type OAuth = Awaited<ReturnType<Task['io']['oauth']>>
type Tokens = Awaited<ReturnType<OAuth['signInWithBrowser']>>

/** Asks who signed in and keeps it for them; a grant that cannot be kept is revoked. */
async function keptFor(
  { client, io, manifest, values }: Task,
  oauth: OAuth,
  tokens: Tokens,
): Promise<Account> {
  try {
    const asked = { route: manifest.routes.me!, input: {}, bearer: tokens.access_token }
    const account = (await client.call(asked)) as Account
    const person = account.person?.email ?? ''
    const storage = values.insecureStorage === true ? 'file' : 'keychain'
    await oauth.keepSignIn(io, client.place, tokens, { person, storage })
    return account
  } catch (error) {
    const unkept = { server: client.url, refreshToken: String(tokens.refresh_token) }
    await oauth.revoke(unkept).catch(() => undefined)
    throw error
  }
}

/** The sign-in before, which the new one ends; null also where a keychain keeps it that does not answer. */
async function replaced({ client, io }: Task): Promise<SignIn | null> {
  if (!knownSignIn(io.env, client.place)) return null
  return findSignIn(io, client.place).catch(() => null)
}

const keptIn = ({ client, io }: Task): string =>
  `The sign-in is kept in ${placeOfSignIn(io.env, client.place)}.`

/** The profile goes on with the server that somebody signed in at. */
function rememberServer({ io, client }: Task): void {
  const all = readProfiles(io.env)
  if (all.profiles[client.profile]?.url !== client.url)
    writeProfiles(io.env, changed(all, client.profile, { url: client.url }))
}

const keyWins = 'RECTO_API_KEY is set and goes before this sign-in. Unset it to act as yourself.'

const tellingOf = ({ client, io, output }: Task): Telling => ({
  async open(url) {
    await output.warn(`Sign in with your browser: ${url}`)
    io.launch(url)
  },
  code: (code, url) => output.warn(`Open ${url} in any browser and type the code ${code}`),
  wait: send => client.awaited(send),
})

export async function logout({ client, io, output }: Task): Promise<void> {
  const oauth = await io.oauth()
  const ended = await oauth.signOut(io, client.place)
  if (!ended)
    throw new Failure(3, {
      code: 'not_signed_in',
      detail: `Nobody is signed in at ${client.url} on this machine.`,
    })
  await output.answer(
    { server: client.url, person: ended.person },
    [],
    [`You are signed out at ${client.url}.`],
  )
  if (io.env.RECTO_API_KEY) await output.warn('RECTO_API_KEY is set and still signs you in.')
}

/** Says also where the credential lies. */
export async function whoami(task: Task): Promise<void> {
  const { client, io, output, manifest } = task
  const value = await client.call({ route: manifest.routes.me!, input: {} })
  const { lines, talk } = formatAnswer('me', value, undefined)
  const where = client.credential?.kind === 'key' ? 'The key is in RECTO_API_KEY.' : keptIn(task)
  await output.answer(value, lines, client.credential ? [...talk, where] : talk)
  if (client.credential?.kind === 'key' && hasSignIn(io, client)) await output.warn(keyWins)
}

function hasSignIn(io: Task['io'], { place }: Task['client']): boolean {
  try {
    return knownSignIn(io.env, place) !== null
  } catch {
    return false
  }
}
