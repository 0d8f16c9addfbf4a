// The editor itself: one text with the version it was edited from, saved, kept, merged, and shown as it will be.

import type { JSX } from 'preact'
import { mergedText } from '../../../content/diff/merge-parts.ts'
import type { Editor } from '../artifact-viewer/editing.ts'
import { share } from '../artifact-viewer/sharing.ts'
import { Refused } from '../layout/call.ts'
import { conflictWords, editorWords as words } from '../words/editor.ts'
import { DraftOffer, ReviewCard, TroubleCard } from './cards.tsx'
import { ConflictCard } from './conflict.tsx'
import { type Draft, draftsOf } from './drafts.ts'
import type { EditorPage, Merged } from './editor-page.ts'
import { fileAt, fullText, mergedWith, save } from './editor-requests.ts'
import { EditorScreen } from './editor-screen.tsx'
import type { Acts, View } from './editor-view.tsx'
import { putTogether, sizeOf, takenApart } from './file-encoding.ts'
import { type InPlace, openInPlace } from './in-place.ts'
import { sayEditing } from './presence.ts'
import { openPreview, type Preview } from './preview.ts'
import { type Keeping, keepDrafts } from './save-drafts.ts'
import { openSource, type Source } from './source.ts'
import { copy, troubleOf, type WaysOut } from './ways-out.ts'

/** Opens the editor in `host`; `opened` is the file of the page's version, letter by letter. */
export async function openSourceEditor(host: HTMLElement, page: EditorPage, opened: string): Promise<void> {
  const editor = new SourceEditor(host, page, opened)
  await editor.offerDrafts()
}

class SourceEditor {
  readonly #page: EditorPage
  readonly #screen: EditorScreen
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
  #counting: ReturnType<typeof setTimeout> | undefined
  #words: InPlace | null = null
  /** The words are on their way into their places. */
  #entering: Promise<void> | null = null

  constructor(host: HTMLElement, page: EditorPage, opened: string) {
    this.#page = page
    this.#base = page.version
    this.#current = page.version
    this.#opened = opened
    const { text, form } = takenApart(opened)
    this.#form = form
    this.#screen = new EditorScreen(host, page, this.#acts)
    this.#source = openSource(this.#screen.places.source.current!, text, {
      format: page.format,
      label: `${page.format === 'html' ? 'HTML' : 'Markdown'} of ${page.name}`,
      changed: () => this.#changed(),
      parsed: () => this.#count(),
      moved: () => this.#preview?.follow(),
    })
    this.#preview = openPreview({
      ...{ page, into: this.#screen.places.preview.current! },
      say: previewSaid => this.#screen.show({ previewSaid }),
      text: () => this.#whole(),
      place: () => this.#source.place(),
    })
    this.#drafts = draftsOf(page.reader, page.shortId)
    this.#key = this.#drafts.newKey()
    this.#keeping = keepDrafts(
      this.#drafts,
      () => this.#draft(),
      () => this.#key,
      sentence => this.#say(sentence),
    )
    this.#out = {
      page,
      text: () => this.#whole(),
      words: () => this.#words,
      say: sentence => this.#say(sentence),
      kept: () => void this.#keeping.settle().catch(reportError),
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
    const [text, note] = [this.#whole(), this.#note.value]
    const waiting = this.#words?.waiting()
    if (text === this.#opened && note === '' && !waiting) return null
    return { key: this.#key, base: this.#base, text, note, at: Date.now(), ...(waiting && { waiting }) }
  }

  readonly #acts: Acts = {
    show: view => void this.#view(view).catch(reportError),
    mark: mark => this.#source.mark(mark),
    find: () => this.#source.search(),
    goTo: index => {
      const to = this.#source.headings()[index]
      if (to) this.#source.goTo(to.from)
    },
    noteChanged: () => this.#keeping.touch(),
    copy: () => void copy(this.#out).catch(reportError),
    save: () => void this.#save().catch(reportError),
  }

  #say(said: string): void {
    this.#screen.show({ said })
  }

  get #note(): HTMLInputElement {
    return this.#screen.places.note.current!
  }

  #changed(): void {
    this.#keeping.touch()
    this.#preview.update()
    this.#say(this.#whole() === this.#opened ? words.saved : this.#keeping.state())
    this.#count()
  }

  /** Shows size and headings, a moment after the last change. */
  #count(wait = 300): void {
    clearTimeout(this.#counting)
    this.#counting = setTimeout(() => {
      const size = sizeOf(new Blob([this.#whole()]).size)
      this.#screen.show({ size, headings: this.#source.headings() })
    }, wait)
  }

  #furnish(): void {
    this.#count(0)
    const isWide = matchMedia('(width >= 900px)')
    isWide.addEventListener('change', () => {
      if (!isWide.matches && this.#screen.shown.view === 'split') this.#acts.show('source')
    })
    this.#acts.show(this.#first(isWide.matches))
  }

  #listen(): void {
    document.addEventListener('keydown', event => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      this.#save().catch(reportError)
    })
    share(this.#page.shortId, `${this.#page.shortId}.${this.#base}.`, told => {
      if (told.kind === 'editing' || told.kind === 'begin')
        this.#screen.show({ editors: (told.editors ?? []) as Editor[] })
      if (told.kind === 'version') this.#heard(Number(told.version), told.by as string | null)
    })
  }

  /** HTML opens on the page itself, where its words can be changed. */
  #first(isWide: boolean): View {
    if (this.#page.inPlace) return 'page'
    return isWide ? 'split' : 'source'
  }

  /** Which version is edited, and which one saving makes. */
  #name(): void {
    this.#screen.show({ base: this.#base, next: Math.max(this.#base, this.#current) + 1 })
  }

  /** Says quietly that somebody saved meanwhile; the writer loses nothing. */
  #heard(version: number, by: string | null): void {
    if (version <= this.#current) return
    this.#current = version
    if (version > this.#base) this.#say(words.heard(version, by))
    this.#name()
  }

  /** The source, the page, or both; an HTML page is written in where it stands. */
  async #view(view: View): Promise<void> {
    const isWritable = view === 'page' && this.#page.textFrame !== null
    if (this.#words && !isWritable && !(await this.#flushWords())) return
    if (this.#words && !isWritable) this.#closeWords()
    this.#screen.show({ view })
    this.#preview.show(view !== 'source' && !isWritable)
    if (isWritable && !this.#words) await this.#enterWords()
  }

  #enterWords(): Promise<void> {
    this.#entering ??= this.#bringWords().finally(() => {
      this.#entering = null
    })
    return this.#entering
  }

  async #bringWords(): Promise<void> {
    try {
      this.#words = await openInPlace({
        ...{ page: this.#page, into: this.#screen.places.inPlace.current!, source: this.#whole() },
        written: () => {
          this.#keeping.touch()
          this.#say(this.#keeping.state())
        },
        changed: source => this.#source.replace(takenApart(source).text),
        say: sentence => this.#say(sentence),
        empty: () => this.#acts.show('split'),
        done: () => this.#askNote(),
      })
    } catch (error) {
      this.#say(troubleOf(error, () => undefined).text)
      return this.#view('split')
    }
    if (this.#screen.shown.view !== 'page') return this.#closeWords()
    this.#preview.show(false)
    this.#screen.show({ isInPlace: true, said: words.pageTexts })
  }

  /** Puts what was written in the page into the source; false where that did not succeed. */
  async #flushWords(): Promise<boolean> {
    try {
      await this.#words?.flush()
      return true
    } catch (error) {
      this.#trouble(error)
      return false
    }
  }

  /** A page cannot save by itself, so the button is offered. */
  #askNote(): void {
    this.#screen.places.savePopover.current!.showPopover()
    this.#screen.places.saveNow.current!.focus()
  }

  #closeWords(): void {
    this.#words?.close()
    this.#words = null
    this.#screen.show({ isInPlace: false })
  }

  #notice(card: JSX.Element | null): void {
    this.#screen.show({ card })
  }

  async #save(): Promise<void> {
    if (this.#saving) return
    if (this.#screen.shown.isChoosing) return this.#say(conflictWords.first)
    if (!(await this.#flushWords())) return
    const text = this.#whole()
    if (text === this.#opened && this.#base === this.#current) return this.#say(words.unchanged(this.#base))
    this.#saving = true
    this.#screen.places.savePopover.current!.hidePopover()
    this.#say(words.saving)
    try {
      const { version } = await save(this.#page, text, this.#base, this.#note.value)
      await this.#saved(version, text)
    } catch (error) {
      await this.#failed(error)
    } finally {
      this.#saving = false
    }
  }

  async #saved(version: number, text: string): Promise<void> {
    this.#notice(null)
    this.#source.review(null)
    await this.#keeping.settle()
    this.#base = version
    this.#current = Math.max(this.#current, version)
    this.#opened = text
    this.#note.value = ''
    this.#say(words.saved)
    this.#name()
    if (this.#whole() !== text) this.#changed()
    await this.offerDrafts()
  }

  async #failed(error: unknown): Promise<void> {
    this.#say(words.notSaved)
    await this.#keeping.keep()
    const theirs = error instanceof Refused && error.status === 412 ? error.facts.currentVersion : undefined
    if (theirs === undefined) return this.#trouble(error)
    try {
      await this.#meetWhole(theirs)
    } catch (failure) {
      this.#trouble(failure)
    }
  }

  #trouble(error: unknown): void {
    const trouble = troubleOf(error, this.#acts.save)
    this.#notice(<TroubleCard out={this.#out} trouble={trouble} />)
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
    const text = mergedText(merged.parts)
    if (text !== null) return void this.#review(text, { ...merged, theirs })
    const card = (
      <ConflictCard
        merged={merged}
        base={this.#base}
        end={this.#form.end}
        out={this.#out}
        done={text => this.#review(text, { ...merged, theirs })}
      />
    )
    this.#screen.show({ card, isChoosing: true, said: this.#keeping.state(conflictWords.safe) })
  }

  #review(text: string, { version, by, theirs }: Merged & { theirs: string }): void {
    const { text: lines, form } = takenApart(text)
    this.#form = form
    this.#base = version
    this.#current = Math.max(this.#current, version)
    this.#opened = theirs
    this.#screen.show({ isChoosing: false })
    this.#acts.show('source')
    this.#source.replace(lines)
    this.#source.review(takenApart(theirs).text)
    const hide = () => {
      this.#source.review(null)
      this.#source.focus()
    }
    this.#notice(<ReviewCard key={version} merged={{ version, by }} out={this.#out} hide={hide} />)
    this.#name()
    this.#screen.places.save.current!.focus()
    this.#say(this.#keeping.state())
  }

  /** Offers what was written here earlier and never saved. */
  async offerDrafts(): Promise<void> {
    const found = await this.#drafts.list().catch(() => [])
    const others = found.filter(({ key }) => key !== this.#key)
    const draft = others.find(({ text, note, waiting }) => text !== this.#opened || note !== '' || waiting)
    if (!draft || this.#screen.shown.card) return
    const drop = async () => {
      this.#notice(null)
      this.#source.focus()
      await this.#drafts.remove(draft.key).catch(() => undefined)
      await this.offerDrafts()
    }
    const choices = {
      goOn: () => void this.#goOn(draft).catch(reportError),
      drop: () => void drop().catch(reportError),
    }
    this.#notice(<DraftOffer draft={draft} current={this.#current} {...choices} />)
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
    this.#note.value = note
    this.#source.replace(lines)
    this.#notice(null)
    this.#name()
    if (this.#words) {
      this.#closeWords()
      return this.#enterWords()
    }
    this.#source.focus()
  }
}
