// Publishes files as private pages, one after the other: where to drop them, the question about a pasted text, and how far each file is.

import { render } from 'preact'
import { me } from '../../../operations/account/account.ts'
import { publish } from '../../../operations/artifacts/artifacts.ts'
import { publishing } from '../words/pages.ts'
import { call, Refused } from './call.ts'
import { isElsewhere } from './organization-elsewhere.ts'
import { Dropping, isOnItsWay, PasteDialog, type Upload, Uploads } from './upload-parts.tsx'
import './uploads.css'

interface State {
  /** Files are dragged over the page. */
  isOver: boolean
  /** Files or a text that are published once the reader agrees; an empty text is still to be pasted. */
  asked: File[] | string | null
  uploads: readonly Upload[]
  /** The end of the last upload, in words. */
  ended: string
}

let state: State = { isOver: false, asked: null, uploads: [], ended: '' }

const host = document.body.appendChild(document.createElement('div'))

function set(change: Partial<State>): void {
  state = { ...state, ...change }
  const { isOver, asked, uploads, ended } = state
  const effect = door?.dataset.effect
  render(
    <>
      {isOver && <Dropping effect={effect ?? publishing.private} />}
      {asked !== null && (
        <PasteDialog asked={asked} effect={effect ?? publishing.pastedHint} answer={answer} />
      )}
      {uploads.length > 0 && (
        <Uploads uploads={uploads} ended={ended} publishOpenly={publishOpenly} close={close} />
      )}
    </>,
    host,
  )
}

/** The keyboard goes on in the page below. */
function close(): void {
  set({ uploads: [], ended: '' })
  document.querySelector('main')?.focus()
}

/** The form of the front door, which publishes previews. */
const door = document.querySelector<HTMLFormElement>('[data-front-door]')

/** On pages made for somebody who may publish, the organization in which; the server is asked on the others. */
const madeFor = document.querySelector<HTMLElement>('[data-publishes-in]')?.dataset.publishesIn

let isPublisher: ReturnType<typeof readIsPublisher> | undefined

/** Undefined where no answer came. */
const readIsPublisher = () =>
  call(me, {}).then(
    ({ role }) => (role ?? 'viewer') !== 'viewer',
    error => (error instanceof Refused && error.status === 401 ? false : undefined),
  )

async function mayPublish(): Promise<boolean | undefined> {
  if (door || madeFor !== undefined) return true
  isPublisher ??= readIsPublisher()
  const answer = await isPublisher
  // A lost answer is asked for again.
  if (answer === undefined) isPublisher = undefined
  return answer
}

/** Files are over the page, or left it. A reader who may not publish is shown nothing. */
export async function showArea(is: boolean): Promise<void> {
  isDragged = is
  if (is && !(await mayPublish())) return
  if (state.isOver !== isDragged) set({ isOver: isDragged })
}

/** True while files are over the page: the server may answer after they left. */
let isDragged = false

/** Asks before something is published that may have been pasted by mistake. */
export async function ask(asked: File[] | string): Promise<void> {
  if (await mayPublish()) set({ asked })
}

/** Publishes the text in the clipboard for the reader alone; where the browser does not tell it, the reader pastes it. */
export async function publishClipboard(): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => '')
  if (door || text.trim() === '') set({ asked: text })
  else await publishAll([fileOf(text)])
}

const fileOf = (text: string): File => new File([text], /^\s*</.test(text) ? 'page.html' : 'page.md')

function answer(given: File[] | string | null): void {
  set({ asked: null })
  if (given === null || given === '') return
  publishAll(typeof given === 'string' ? [fileOf(given)] : given).catch(reportError)
}

/**
 * One file leads to its page, several back to the list; where one fails, or the reader is writing, all that was said stays. Files
 * that follow join those on their way.
 */
export async function publishAll(files: File[]): Promise<void> {
  if (!(await mayPublish())) return
  if (door) return publishPreview(door, files)
  const made = files.map(file => new Line(file))
  set({ uploads: state.uploads.some(isOpen) ? [...state.uploads, ...made] : made, ended: '' })
  if (madeFor !== undefined && (await isElsewhere(madeFor || null))) {
    for (const line of made) line.say('failed', publishing.elsewhere)
    return
  }
  for (const line of made) await line.send('private')
  leadOn()
}

/** On its way, or waiting for its reader to choose. */
const isOpen = (upload: Upload): boolean => isOnItsWay(upload) || upload.phase === 'full'

function publishPreview(form: HTMLFormElement, files: File[]): void {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  form.querySelector<HTMLInputElement>('[type=file]')!.files = transfer.files
  form.requestSubmit()
}

function leadOn(): void {
  const paths = state.uploads.map(({ path }) => path)
  if (isWriting() || paths.some(path => path === undefined)) return
  location.assign(paths.length === 1 ? paths[0]! : '/app?done=published')
}

/** In the editor, or in a field whose words are not sent. */
const isWriting = (): boolean =>
  document.body.classList.contains('editing') ||
  [...document.querySelectorAll('textarea')].some(({ value, defaultValue }) => value !== defaultValue)

function publishOpenly(upload: Upload): void {
  const line = upload as Line
  line.send('public').then(leadOn).catch(reportError)
}

/** One file on its way. */
class Line implements Upload {
  phase: Upload['phase'] = 'waiting'
  words: string = publishing.waiting
  share = 0
  path?: string
  readonly file: File
  readonly #stop = new AbortController()

  constructor(file: File) {
    this.file = file
  }

  stop = (): void => this.#stop.abort()

  say(phase: Upload['phase'], words: string): void {
    this.phase = phase
    this.words = words
    set(isOnItsWay(this) ? {} : { ended: `${this.file.name}: ${words}` })
  }

  /** Ends also where the server refuses it; then the words say why. */
  async send(visibility: 'private' | 'public'): Promise<void> {
    const { signal } = this.#stop
    const onProgress = (sent: number) => {
      this.share = sent
      this.say('sending', publishing.sent(megabytes(sent * this.file.size), megabytes(this.file.size)))
    }
    try {
      signal.throwIfAborted()
      this.say('sending', publishing.waiting)
      const { shortId, warnings } = await call(
        publish,
        { visibility },
        { file: this.file, signal, onProgress },
      )
      this.path = `/${shortId}?done=${warnings?.length ? 'warned' : 'published'}`
      this.say('published', publishing.published)
    } catch (error) {
      if (signal.aborted) this.say('failed', publishing.canceled)
      else if (!(error instanceof Refused)) {
        this.say('failed', publishing.broken)
        reportError(error)
      } else if (error.facts.code === 'plan_limit')
        this.say((await mayBePublic()) ? 'full' : 'failed', publishing.full)
      else this.say('failed', error.message)
    }
  }
}

/** True where the rules of the organization allow public pages; the server has the last word. */
const mayBePublic = (): Promise<boolean> =>
  call(me, {}).then(
    ({ policy }) => policy?.allowPublic ?? false,
    () => true,
  )

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)
