// Signs Claude Code in with OAuth as a person does: it prints an address, a browser opens it, and leads back to the program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newVisitor } from '../support/visitor.ts'

export interface Login {
  /** The program, and the server's name in its settings. */
  program: string
  server: string
  work: string
  env: Record<string, string>
  /** Milliseconds. */
  patience: number
  /** The person's session, as a Cookie header. */
  cookie: string
}

/** Throws where the program did not say in time that it is signed in. */
export async function signClaudeIn({ program, server, work, env, patience, cookie }: Login): Promise<void> {
  // It signs in on a terminal alone; util-linux's `script` gives it one.
  const command = `'${program}' mcp login --no-browser ${server}`
  const login = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: work,
    env: { ...env, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const late = setTimeout(() => login.kill(), patience)
  let said = ''
  let opened: Promise<void> | null = null
  login.stdout.setEncoding('utf8').on('data', text => {
    said += text
    const address = /https?:\/\/[!-~]+\/oauth\/authorize\?[!-~]+(?=[^!-~])/.exec(said)?.[0]
    if (!address || opened) return
    opened = agree(address, cookie)
    // Nobody comes back to the program then, and it would wait until it is late.
    opened.catch(() => login.kill())
  })
  const [code] = await once(login, 'close')
  clearTimeout(late)
  await opened
  if (code !== 0) throw new Error(`it did not sign in: ${said.trim()}`)
}

/** The person allows what the program asked for, and the browser goes back to it. */
async function agree(address: string, cookie: string): Promise<void> {
  const browser = newVisitor()
  const { origin, searchParams } = new URL(address)
  browser.cookie(origin)
  const [name = '', value = ''] = cookie.split('=')
  browser.cookies.get(origin)!.set(name, value)
  const page = await browser.open(address)
  if (page.status >= 400) throw new Error(`the browser was shown ${page.status}: ${page.text.slice(0, 300)}`)
  const scopes = searchParams.get('scope')?.split(' ') ?? []
  const ticked = Object.fromEntries(scopes.map(scope => [scope, 'on']))
  const back = await browser.post(page.at, { answer: 'allow', days: '30', ...ticked }, page.at)
  if (back.status >= 400) throw new Error(`the browser was led to ${back.status}: ${back.text.slice(0, 300)}`)
}
