// Looks of publishing by hand: the place to drop files, the question before a pasted text, and the files on their way.

import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { parts } from '../words/common.ts'
import { publishing } from '../words/pages.ts'
import { type ButtonKind, buttonClass } from './controls.tsx'
import { Icon } from './icon.tsx'
import { Leaf } from './surfaces.tsx'
import { raise } from './top-layer.ts'

function onTop(element: HTMLElement | null): void {
  if (element) raise(element)
}

/** Says what a drop would do; the files fall on what lies below. */
export const Dropping = ({ effect }: { effect: string }): JSX.Element => (
  <div class="dropping" role="status" ref={onTop}>
    <Leaf />
    <p class="title">{publishing.dropNow}</p>
    <p class="soft">{effect}</p>
  </div>
)

interface PasteDialogProps {
  asked: File[] | string
  /** Says who could open it. */
  effect: string
  /** Called once: with what is to be published, or with nothing. */
  answer(given: File[] | string | null): void
}

/** Shows what was pasted before it is published; a text can still be changed. */
export function PasteDialog({ asked, effect, answer }: PasteDialogProps): JSX.Element {
  const form = useRef<HTMLFormElement>(null)
  const isText = typeof asked === 'string'
  const given = () => (isText ? String(new FormData(form.current!).get('pasted')) : asked)
  return (
    <dialog
      class="dialog sheet-below paste-dialog"
      aria-labelledby="pasted-title"
      ref={showOnce}
      onClose={({ currentTarget }) => answer(currentTarget.returnValue ? given() : null)}
    >
      <h2 id="pasted-title">{asked === '' ? publishing.pasteTitle : publishing.pasted}</h2>
      <p class="soft">{effect}</p>
      <form method="dialog" class="stack" ref={form}>
        {isText ? (
          <label class="field">
            {publishing.text}
            <textarea
              class="source"
              name="pasted"
              rows={10}
              dir="auto"
              spellcheck={false}
              defaultValue={asked}
            />
          </label>
        ) : (
          <p class="link-address">{asked.map(({ name }) => name).join(', ')}</p>
        )}
        <p class="actions">
          <button type="submit" class={buttonClass('quiet')} value="">
            {parts.cancel}
          </button>
          <button type="submit" class={buttonClass('primary')} value="publish">
            {publishing.publish}
          </button>
        </p>
      </form>
    </dialog>
  )
}

/** The keyboard begins where the text is still to be pasted, or else on the button that publishes. */
function showOnce(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  const text = dialog.querySelector('textarea')
  const first = text?.value === '' ? text : dialog.querySelector<HTMLElement>('.primary')!
  first.focus()
}

/** One file on its way. */
export interface Upload {
  readonly file: File
  /** `full`: the plan has no room for another page that not everybody can open. */
  readonly phase: 'waiting' | 'sending' | 'published' | 'failed' | 'full'
  readonly words: string
  /** The part that is sent, 0 to 1. */
  readonly share: number
  /** Its page, once it is published. */
  readonly path?: string
  stop(): void
}

interface UploadsProps {
  uploads: readonly Upload[]
  /** The end of the last one in words; read aloud, as each step on the way would be too much. */
  ended: string
  publishOpenly(upload: Upload): void
  /** Takes the list away. */
  close(): void
}

export const Uploads = ({ uploads, ended, publishOpenly, close }: UploadsProps): JSX.Element => (
  <section
    class="uploads"
    aria-label={publishing.uploads}
    tabIndex={-1}
    ref={onTop}
    onKeyDown={({ key }) => key === 'Escape' && !uploads.some(isOnItsWay) && close()}
  >
    {!uploads.some(isOnItsWay) && (
      <button type="button" class="tool" aria-label={parts.close} onClick={close}>
        <Icon name="cross" />
      </button>
    )}
    <ul>
      {uploads.map((upload, at) => (
        <li key={at} data-phase={upload.phase}>
          <bdi class="cut" id={`upload-${at}`}>
            {upload.path ? <a href={upload.path}>{upload.file.name}</a> : upload.file.name}
          </bdi>
          <span class="small muted num">{upload.words}</span>
          {isOnItsWay(upload) && (
            <>
              <progress class="progress" max={1} value={upload.share} aria-label={upload.file.name} />
              <LineButton kind="quiet" of={at} act={upload.stop}>
                {parts.cancel}
              </LineButton>
            </>
          )}
          {upload.phase === 'full' && (
            <p class="upload-choice">
              <span class="small soft">{publishing.openEffect}</span>
              <LineButton kind="plain" of={at} act={() => publishOpenly(upload)}>
                {publishing.publishOpenly}
              </LineButton>
            </p>
          )}
        </li>
      ))}
    </ul>
    <p class="visually-hidden" role="status">
      {ended}
    </p>
  </section>
)

interface LineButtonProps {
  kind: ButtonKind
  /** The number of its file in the list. */
  of: number
  act(): void
  children: string
}

/** A button that its press takes away: the keyboard stays in the list. */
const LineButton = ({ kind, of, act, children }: LineButtonProps): JSX.Element => (
  <button
    type="button"
    class={buttonClass(kind, 'small')}
    aria-describedby={`upload-${of}`}
    onClick={({ currentTarget }) => {
      currentTarget.closest<HTMLElement>('.uploads')!.focus()
      act()
    }}
  >
    {children}
  </button>
)

export const isOnItsWay = ({ phase }: Upload): boolean => phase === 'waiting' || phase === 'sending'
