// The settings of a page, each saved as soon as it is changed: what it is called, how it looks, who sees what, when it ends.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { change } from '../../../operations/artifacts/sharing.ts'
import type { InputOf } from '../../../operations/kernel/operation.ts'
import { sharePath } from '../layout/artifact-paths.ts'
import { call, reasonOf } from '../layout/call.ts'
import { SelectControl } from '../layout/choices.tsx'
import { LinkButton, Switch } from '../layout/controls.tsx'
import { Labelled } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { plain, titleOf } from '../layout/text.ts'
import { audienceOf, UserText } from '../layout/words.tsx'
import { common, trail } from '../words/common.ts'
import { themeNames, settingWords as words } from '../words/details.ts'
import { LabelsField } from './labels-field.tsx'

type Change = Omit<InputOf<typeof change>, 'id'>
type Name = 'name' | 'labels' | 'theme' | 'expiresAt' | 'historyVisible' | 'comments'

/** Saves what follows from what holds by then; `done` hears whether it was saved, and what holds now. */
type Save = (
  name: Name,
  wanted: (now: PresentedArtifact) => Change,
  done?: (isSaved: boolean, now: PresentedArtifact) => void,
) => void

export interface PageSettingsProps {
  artifact: PresentedArtifact
  /** The first day that a page may expire on, such as `2026-11-28`. */
  today: string
}

/** The reason that a setting was not saved; it stays until the setting is saved. */
type Reasons = { readonly [Each in Name]?: string }

export function PageSettings({ artifact: first, today }: PageSettingsProps): JSX.Element {
  const [artifact, setArtifact] = useState(first)
  const [saved, setSaved] = useState<Name | null>(null)
  const [reasons, setReasons] = useState<Reasons>({})
  const [isReady, setReady] = useState(false)
  const latest = useRef(first)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  useLayoutEffect(() => setReady(true), [])
  useLayoutEffect(() => {
    if (artifact !== first) renamePage(artifact.name)
  }, [artifact.name])
  const make = async (name: Name, wanted: Change): Promise<boolean> => {
    try {
      latest.current = (await call(change, { id: first.shortId, ...wanted })) as PresentedArtifact
      setArtifact(latest.current)
      setSaved(name)
      setReasons(({ [name]: _, ...others }) => others)
      return true
    } catch (problem) {
      setSaved(null)
      setReasons(others => ({ ...others, [name]: reasonOf(problem) }))
      return false
    }
  }
  const save: Save = (name, wanted, done) => {
    saving.current = saving.current
      .then(() => make(name, wanted(latest.current)))
      .then(isSaved => done?.(isSaved, latest.current))
      .catch(reportError)
  }
  const row = { artifact, save, reasons }
  return (
    <>
      <Head artifact={artifact} saved={saved} />
      {artifact.can.includes('settings') && (
        <fieldset class="bare stack page-settings" disabled={!isReady}>
          <SettingsGroup id="settings" title={words.page}>
            <NameField {...row} />
            <LabelsField
              labels={artifact.labels ?? []}
              errors={errorIn(reasons, 'labels')}
              save={(wanted, done) => save('labels', now => ({ labels: wanted(now.labels ?? []) }), done)}
            />
            {artifact.format === 'markdown' && <Theme {...row} />}
          </SettingsGroup>
          <SettingsGroup id="sharing" title={words.access}>
            <Who {...artifact} />
            <EarlierVersions {...row} />
            <CommentReaders {...row} />
            <Expiry {...row} today={today} />
          </SettingsGroup>
        </fieldset>
      )}
    </>
  )
}

/** Puts a new name into the parts that only the server draws. */
function renamePage(name: string): void {
  document.title = titleOf(plain(name))
  const asked = document.querySelector('[data-artifact-name] bdi')
  if (asked) asked.textContent = plain(name)
}

const Head = ({ artifact, saved }: { artifact: PresentedArtifact; saved: Name | null }): JSX.Element => (
  <>
    <nav class="trail" aria-label={trail}>
      <a href="/app">{common.pages}</a> <span aria-hidden="true">/</span> <UserText text={artifact.name} />
    </nav>
    <div class="page-settings-head">
      <img
        class="leaf-drawing"
        alt=""
        width={36}
        height={46}
        src={`/v1/artifacts/${artifact.shortId}/drawing`}
      />
      <div>
        <h1>{artifact.can.includes('settings') ? words.title : words.about}</h1>
        {artifact.can.includes('settings') && (
          <p class="line small muted">
            <span class="if-scripted">{words.atOnce}</span>
            <noscript>{words.needsScript}</noscript>
            <span class="saved" role="status">
              {saved && (
                <>
                  <Icon name="check" /> {words.saved[saved]}
                </>
              )}
            </span>
          </p>
        )}
      </div>
      <LinkButton href={`/${artifact.shortId}`} icon="open">
        {words.open}
      </LinkButton>
    </div>
  </>
)

const Who = (artifact: PresentedArtifact): JSX.Element => (
  <Setting label={words.who} hint={audienceOf(artifact).meaning}>
    {artifact.can.includes('share') && (
      <LinkButton href={sharePath(artifact.shortId)}>{words.share}</LinkButton>
    )}
  </Setting>
)

interface RowProps {
  artifact: PresentedArtifact
  save: Save
  reasons: Reasons
}

const errorIn = (reasons: Reasons, name: Name) => {
  const message = reasons[name]
  return message ? [{ field: name, message }] : []
}

/** The reason in place of the hint. */
const hintOr = (hint: string, reason: string | undefined): JSX.Element | string =>
  reason === undefined ? (
    hint
  ) : (
    <span class="field-error" role="alert">
      <Icon name="warning" />
      <span>{reason}</span>
    </span>
  )

/** The row of the name. A name that is refused stays in the field. */
const NameField = ({ artifact, save, reasons }: RowProps): JSX.Element => {
  const rename = (field: HTMLInputElement) => {
    const { value } = field
    save(
      'name',
      () => ({ name: value }),
      (isSaved, now) => {
        if (isSaved && field.value === value) field.value = plain(now.name)
      },
    )
  }
  return (
    <div class="setting whole">
      <Labelled
        name="name"
        label={words.name}
        hint={words.nameHint}
        errors={errorIn(reasons, 'name')}
        control={described => (
          <input
            id="name"
            name="name"
            defaultValue={plain(artifact.name)}
            maxLength={200}
            autocomplete="off"
            dir="auto"
            onChange={({ currentTarget }) => rename(currentTarget)}
            {...described}
          />
        )}
      />
    </div>
  )
}

const themes = Object.entries(themeNames).map(([value, label]) => ({ value, label }))
const readers = [
  { value: 'internal', label: words.membersOnly },
  { value: 'shared', label: words.everyone },
]

interface ChosenProps extends RowProps {
  name: 'theme' | 'comments'
  label: string
  hint: string
  options: readonly { value: string; label: string }[]
}

/** A list that saves each choice; after a refusal it shows the stored value again. */
function Chosen({ artifact, save, reasons, name, label, hint, options }: ChosenProps): JSX.Element {
  const value = artifact[name] ?? 'internal'
  const choose = (field: HTMLSelectElement) => {
    const { value: chosen } = field
    save(
      name,
      () => ({ [name]: chosen }),
      (isSaved, now) => {
        if (!isSaved) field.value = now[name] ?? 'internal'
      },
    )
  }
  return (
    <Setting label={label} labelId={`${name}-label`} hint={hintOr(hint, reasons[name])}>
      <SelectControl
        name={name}
        labelledBy={`${name}-label`}
        described={{ 'aria-describedby': `${name}-label-hint` }}
        options={options}
        value={value}
        onChoose={choose}
      />
    </Setting>
  )
}

const Theme = (row: RowProps): JSX.Element => (
  <Chosen {...row} name="theme" label={words.theme} hint={words.themeHint} options={themes} />
)

const CommentReaders = (row: RowProps): JSX.Element => (
  <Chosen {...row} name="comments" label={words.comments} hint={words.commentsHint} options={readers} />
)

const EarlierVersions = ({ artifact, save, reasons }: RowProps): JSX.Element => (
  <Setting
    label={words.history}
    labelId="history-label"
    hint={hintOr(words.historyHint, reasons.historyVisible)}
    kept
  >
    <Switch
      name="historyVisible"
      labelledBy="history-label"
      describedBy="history-label-hint"
      checked={artifact.historyVisible}
      onSwitch={historyVisible => save('historyVisible', () => ({ historyVisible }))}
    />
  </Setting>
)

/** Milliseconds without a change: a day that is typed is saved whole. */
const PAUSE = 1000

/** At the end of the day chosen, in UTC. */
function Expiry({ artifact, save, reasons, today }: RowProps & { today: string }): JSX.Element {
  const [isWrong, setWrong] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef(artifact.expiresAt?.slice(0, 10) ?? '')
  const choose = ({ value, validity }: HTMLInputElement) => {
    clearTimeout(waiting.current)
    setWrong(!validity.valid)
    if (!validity.valid || value === shown.current) return
    shown.current = value
    save(
      'expiresAt',
      () => ({ expiresAt: value === '' ? null : `${value}T23:59:59.999Z` }),
      (_, now) => {
        shown.current = now.expiresAt?.slice(0, 10) ?? ''
      },
    )
  }
  return (
    <Setting
      label={words.expires}
      labelId="expires-label"
      hint={hintOr(words.expiresHint, isWrong ? words.noSuchDay : reasons.expiresAt)}
    >
      <input
        type="date"
        name="expires"
        class="input"
        aria-labelledby="expires-label"
        aria-describedby="expires-label-hint"
        defaultValue={shown.current}
        min={today}
        max="9999-12-31"
        onBlur={({ currentTarget }) => choose(currentTarget)}
        onChange={({ currentTarget }) => {
          clearTimeout(waiting.current)
          waiting.current = setTimeout(() => choose(currentTarget), PAUSE)
        }}
      />
    </Setting>
  )
}
