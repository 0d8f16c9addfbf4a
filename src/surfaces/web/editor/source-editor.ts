// The editor itself: one text with the version it was edited from, saved, kept, merged, and shown as it will be.

import { type Editor, editingWords } from '../artifact-viewer/editing.ts'
import { element } from '../artifact-viewer/notice.ts'
import { share } from '../artifact-viewer/sharing.ts'
import { draftOffer, fullText } from './draft-offer.ts'
import { type Draft, draftsOf } from './drafts.ts'
import type { EditorPage } from './editor-page.ts'
import { fileAt, type Merged, mergedWith, Refused, save } from './editor-requests.ts'
import { putTogether, sizeOf, takenApart } from './file-encoding.ts'
import { type InPlace, openInPlace } from './in-place.ts'
import { buildParts, type Parts } from './parts.ts'
import { passagesOf } from './passages.ts'
import { sayEditing } from './presence.ts'
import { openPreview, type Preview } from './preview.ts'
import { type Keeping, keepDrafts } from './save-drafts.ts'
import { openSource, type Source } from './source.ts'
import { press, troubleCard, troubleOf, type WaysOut, waysOut } from './ways-out.ts'

/** Opens the editor in `host`; `opened` is the file of the page's version, letter by letter. */
export async function openSourceEditor(host: HTMLElement, page: EditorPage, opened: string): Promise<void> {
  const editor = new SourceEditor(host, page, opened)
  await editor.offerDrafts()
}

class SourceEditor {
  readonly #page: EditorPage
  readonly #parts: Parts
  readonly #source: Source
  readonly #preview: Preview
  readonly #drafts
  readonly #keeping: Keeping
  readonly #out: WaysOut
  /** The version edited from, its text, and how its bytes are put together. */
  #base: number
  #opened: string
  #form
  /** The version that everybody sees now, as far as is known here. */
  #current: number
  /** Under which what is written here is kept: of its own, or that of the draft that is gone on with. */
  #key: string
  #saving = false
  #words: InPlace | null = null
  /** The words are on their way into their places. */
  #entering: Promise<void> | null = null
  #wordsButton: HTMLButtonElement | null = null

  constructor(host: HTMLElement, page: EditorPage, opened: string) {
    this.#page = page
    this.#base = page.version
    this.#current = page.version
    this.#opened = opened
    const { text, form } = takenApart(opened)
    this.#form = form
    this.#parts = buildParts(page, seen => this.#preview?.show(seen))
    host.replaceChildren(this.#parts.root)
    this.#source = openSource(this.#parts.source, text, {
      format: page.format,
      label: `${page.format === 'html' ? 'HTML' : 'Markdown'} of ${page.name}`,
      changed: () => this.#changed(),
      scrolled: () => this.#preview?.follow(),
    })
    this.#preview = openPreview({
      ...{ page, into: this.#parts.preview },
      text: () => this.#whole(),
      place: () => this.#source.place(),
    })
    this.#drafts = draftsOf(page.reader, page.shortId)
    this.#key = this.#drafts.newKey()
    this.#keeping = keepDrafts(
      this.#drafts,
      () => this.#draft(),
      () => this.#key,
    )
    this.#out = {
      page,
      text: () => this.#whole(),
      words: () => this.#words,
      say: sentence => this.#say(sentence),
      kept: () => void this.#keeping.settle(),
    }
    this.#furnish()
    sayEditing(page)
    this.#listen()
  }

  /** The text as it would be saved. */
  #whole(): string {
    return putTogether({ text: this.#source.text(), form: this.#form })
  }

  #draft(): Draft | null {
    const [text, note] = [this.#whole(), this.#parts.note.value]
    const waiting = this.#words?.waiting()
    if (text === this.#opened && note === '' && !waiting) return null
    return { key: this.#key, base: this.#base, text, note, at: Date.now(), ...(waiting && { waiting }) }
  }

  #say(sentence: string): void {
    this.#parts.state.textContent = sentence
  }

  #changed(): void {
    this.#keeping.touch()
    this.#preview.update()
    this.#say(this.#whole() === this.#opened ? '' : `Not saved yet. You edit version ${this.#base}.`)
    clearTimeout(this.#counting)
    this.#counting = setTimeout(() => this.#count(), 300)
  }

  #counting: ReturnType<typeof setTimeout> | undefined

  /** Size and headings follow a moment later. */
  #count(): void {
    const bytes = new Blob([this.#whole()]).size
    this.#parts.size.textContent = sizeOf(bytes)
    const options = this.#source
      .headings()
      .map(({ level, text }, index) =>
        element('option', { value: `${index}`, textContent: `${'\u2002'.repeat(level - 1)}${text}` }),
      )
    this.#parts.headings.replaceChildren(element('option', { value: '', textContent: 'Go to…' }), ...options)
    this.#parts.headings.disabled = options.length === 0
  }

  #furnish(): void {
    const { bar, headings, save: saveButton, note } = this.#parts
    const buttons = this.#source.marks.map(mark =>
      press(mark.label, () => this.#source.mark(mark), 'tool sign'),
    )
    const find = press('Find', () => this.#source.search(), 'tool sign')
    const group = element('div', { className: 'signs' }, [...buttons, find])
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', 'What to insert')
    bar.prepend(group)
    if (this.#page.textFrame) this.#offerWords()
    headings.addEventListener('change', () => {
      const to = this.#source.headings()[Number(headings.value || -1)]
      if (to) this.#source.goTo(to.from)
      headings.value = ''
    })
    note.addEventListener('input', () => this.#keeping.touch())
    saveButton.addEventListener('click', () => void this.#save())
    this.#count()
  }

  #listen(): void {
    document.addEventListener('keydown', event => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      void this.#save()
    })
    share(this.#page.shortId, `${this.#page.shortId}.${this.#base}.`, told => {
      if (told.kind === 'editing' || told.kind === 'begin') this.#showOthers((told.editors ?? []) as Editor[])
      if (told.kind === 'version') this.#heard(Number(told.version), told.by as string | null)
    })
  }

  #showOthers(editors: readonly Editor[]): void {
    const { others } = this.#parts
    others.textContent = editingWords(editors)
    others.hidden = editors.length === 0
  }

  /** Somebody saved while this is written: said quietly, nothing is taken from the writer. */
  #heard(version: number, by: string | null): void {
    if (version <= this.#current) return
    this.#current = version
    if (version > this.#base)
      this.#say(`Version ${version} was saved${by ? ` by ${by}` : ''}. Saving yours merges the two first.`)
  }

  /** Words can be edited in their places too, where the page is HTML. */
  #offerWords(): void {
    const button = press('Text in place', () => void (this.#words ? this.#leaveWords() : this.#enterWords()))
    button.setAttribute('aria-pressed', 'false')
    this.#wordsButton = button
    this.#parts.headings.after(button)
    if (this.#page.inPlace) void this.#enterWords()
  }

  #enterWords(): Promise<void> {
    this.#entering ??= this.#bringWords().finally(() => {
      this.#entering = null
    })
    return this.#entering
  }

  async #bringWords(): Promise<void> {
    const { root, words } = this.#parts
    try {
      this.#words = await openInPlace({
        ...{ page: this.#page, into: words, source: this.#whole() },
        written: () => this.#keeping.touch(),
        changed: source => this.#source.replace(takenApart(source).text),
        say: sentence => this.#say(sentence),
        done: () => this.#parts.save.focus(),
      })
    } catch (error) {
      return this.#say(troubleOf(error, () => undefined).text)
    }
    root.dataset.words = 'shown'
    this.#preview.show(false)
    words.hidden = false
    this.#wordsButton?.setAttribute('aria-pressed', 'true')
    this.#say('Click a text and write. Structure is changed in the source.')
  }

  /** What was written in the page goes into the source; false where that did not succeed. */
  async #flushWords(): Promise<boolean> {
    try {
      await this.#words?.flush()
      return true
    } catch (error) {
      this.#trouble(error)
      return false
    }
  }

  async #leaveWords(): Promise<void> {
    if (!(await this.#flushWords())) return
    this.#closeWords()
    this.#source.focus()
  }

  #closeWords(): void {
    this.#words?.close()
    this.#words = null
    delete this.#parts.root.dataset.words
    this.#preview.show(this.#parts.root.dataset.side === 'preview')
    this.#parts.words.hidden = true
    this.#wordsButton?.setAttribute('aria-pressed', 'false')
  }

  #notice(card: HTMLElement | null): void {
    this.#parts.notices.replaceChildren(...(card ? [card] : []))
  }

  async #save(): Promise<void> {
    if (this.#saving) return
    if (this.#parts.panes.hidden) return this.#say('Settle every passage first, then review and save.')
    if (!(await this.#flushWords())) return
    const text = this.#whole()
    if (text === this.#opened && this.#base === this.#current)
      return this.#say(`Nothing has changed since version ${this.#base}.`)
    this.#saving = true
    this.#say('Saving…')
    try {
      const { version } = await save(this.#page, text, this.#base, this.#parts.note.value)
      await this.#saved(version, text)
    } catch (error) {
      await this.#failed(error)
    }
    this.#saving = false
  }

  async #saved(version: number, text: string): Promise<void> {
    this.#notice(null)
    this.#source.review(null)
    await this.#keeping.settle()
    this.#base = version
    this.#current = Math.max(this.#current, version)
    this.#opened = text
    this.#parts.note.value = ''
    this.#say(`Saved as version ${version}.`)
    if (this.#whole() !== text) this.#changed()
    await this.offerDrafts()
  }

  async #failed(error: unknown): Promise<void> {
    this.#say('Not saved.')
    await this.#keeping.keep()
    const theirs = error instanceof Refused && error.status === 412 ? error.current : undefined
    if (theirs === undefined) return this.#trouble(error)
    try {
      await this.#meetWhole(theirs)
    } catch (failure) {
      this.#trouble(failure)
    }
  }

  #trouble(error: unknown): void {
    this.#notice(
      troubleCard(
        this.#out,
        troubleOf(error, () => void this.#save()),
      ),
    )
  }

  /** Merges all that is written, also what was written while the server was asked. */
  async #meetWhole(version: number): Promise<void> {
    for (;;) {
      await this.#words?.flush()
      const text = this.#whole()
      const [merged, theirs] = await Promise.all([
        mergedWith(this.#page, text, this.#base, version),
        fileAt(this.#page, version),
      ])
      if (text === this.#whole() && !this.#words?.waiting()) return this.#meet(merged, theirs)
    }
  }

  /** A newer version is there: what merges by itself is offered, what clashes is chosen. */
  #meet(merged: Merged, theirs: string): void {
    this.#closeWords()
    const clashes = merged.parts.filter(part => typeof part !== 'string').length
    const review = (text: string, how: string) => this.#review(text, { ...merged, theirs, how })
    if (clashes === 0) {
      review(merged.parts.join(''), 'Merged automatically')
      return
    }
    const passages = passagesOf(merged.parts, this.#form.end, text => review(text, 'Put together'))
    const card = element('section', { className: 'editor-card' }, [
      element('h2', { textContent: 'Two changes to the same words' }),
      element('p', {
        textContent: `Version ${merged.version} was saved by ${merged.by} while you were editing version ${this.#base}. You both changed ${clashes === 1 ? 'one passage' : `${clashes} passages`}; everything else is merged already. Keys: n and p go on and back, 1 takes mine, 2 theirs, 3 both, 4 lets you edit.`,
      }),
      passages.element,
      waysOut(this.#out, { current: merged.version }),
    ])
    this.#parts.panes.hidden = true
    this.#parts.save.disabled = true
    this.#parts.bar.hidden = true
    this.#notice(card)
    passages.focus()
  }

  #review(
    text: string,
    { version, by, theirs, how }: Omit<Merged, 'parts'> & { theirs: string; how: string },
  ): void {
    const { panes } = this.#parts
    const { text: lines, form } = takenApart(text)
    this.#form = form
    this.#base = version
    this.#current = Math.max(this.#current, version)
    this.#opened = theirs
    panes.hidden = false
    this.#parts.save.disabled = false
    this.#parts.bar.hidden = false
    this.#source.replace(lines)
    this.#source.review(takenApart(theirs).text)
    const stop = press('Hide the marks', () => {
      this.#source.review(null)
      stop.remove()
    })
    const card = element('section', { className: 'editor-card' }, [
      element('h2', { textContent: `${how} with version ${version} by ${by} – review and save` }),
      element('p', { textContent: 'Nothing is saved yet. What your save would change is marked.' }),
      waysOut(this.#out, { current: version }),
    ])
    card.lastElementChild!.prepend(stop)
    this.#notice(card)
    this.#parts.save.focus()
    this.#say('Not saved yet.')
  }

  /** What was written here earlier and never saved. */
  async offerDrafts(): Promise<void> {
    const found = await this.#drafts.list().catch(() => [])
    const others = found.filter(({ key }) => key !== this.#key)
    const draft = others.find(({ text, note, waiting }) => text !== this.#opened || note !== '' || waiting)
    if (!draft || this.#parts.notices.hasChildNodes()) return
    const goOn = () => void this.#goOn(draft)
    const drop = async () => {
      this.#notice(null)
      this.#source.focus()
      await this.#drafts.remove(draft.key).catch(() => undefined)
      await this.offerDrafts()
    }
    this.#notice(draftOffer(draft, this.#current, { goOn, drop: () => void drop() }))
  }

  /** Words still on their way are of the text before the draft: what is written there would put it back. */
  async #goOn(draft: Draft): Promise<void> {
    const { key, base, note } = draft
    await this.#entering
    const text = await fullText(this.#page, draft).catch(error =>
      this.#say(troubleOf(error, () => undefined).text),
    )
    if (text === undefined) return
    const opened = base === this.#base ? this.#opened : await fileAt(this.#page, base).catch(() => '')
    await this.#keeping.keep()
    this.#opened = opened
    this.#key = key
    const { text: lines, form } = takenApart(text)
    this.#base = base
    this.#form = form
    this.#parts.note.value = note
    this.#source.replace(lines)
    this.#notice(null)
    if (this.#words) {
      this.#closeWords()
      return this.#enterWords()
    }
    this.#source.focus()
  }
}
