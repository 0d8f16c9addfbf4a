// The settings of a page, each saved as soon as it is changed: what it is called, how it looks, who sees what, when it ends.

import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
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
import { plain } from '../layout/text.ts'
import { audienceOf, UserText } from '../layout/words.tsx'
import { common, trail } from '../words/common.ts'
import { themeNames, settingWords as words } from '../words/details.ts'
import { LabelsField } from './labels-field.tsx'

type Change = Omit<InputOf<typeof change>, 'id'>
type Name = 'name' | 'labels' | 'theme' | 'expiresAt' | 'historyVisible' | 'comments'

/** Saves what follows from what holds by then; `done` hears whether it was saved. */
type Save = (
  name: Name,
  wanted: (now: PresentedArtifact) => Change,
  done?: (isSaved: boolean) => void,
) => void

export interface PageSettingsProps {
  artifact: PresentedArtifact
  /** The first day that a page may expire on, such as `2026-11-28`. */
  today: string
}

interface Told {
  name: Name
  /** Why it was not saved. */
  reason: string | null
}

export function PageSettings({ artifact: first, today }: PageSettingsProps): JSX.Element {
  const [artifact, setArtifact] = useState(first)
  const [told, setTold] = useState<Told | null>(null)
  const latest = useRef(first)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const make = async (name: Name, wanted: Change): Promise<boolean> => {
    try {
      latest.current = (await call(change, { id: first.shortId, ...wanted })) as PresentedArtifact
      setArtifact(latest.current)
      setTold({ name, reason: null })
      return true
    } catch (problem) {
      setTold({ name, reason: reasonOf(problem) })
      return false
    }
  }
  const save: Save = (name, wanted, done) => {
    saving.current = saving.current
      .then(() => make(name, wanted(latest.current)))
      .then(done)
      .catch(reportError)
  }
  const errorsOf = (name: Name) =>
    told?.name === name && told.reason !== null ? [{ field: name, message: told.reason }] : []
  const row = { artifact, save, errorsOf }
  return (
    <>
      <Head artifact={artifact} saved={told?.reason === null ? told.name : null} />
      {artifact.can.includes('settings') && (
        <>
          <SettingsGroup id="settings" title={words.page}>
            <NameField {...row} />
            <LabelsField
              labels={artifact.labels ?? []}
              errors={errorsOf('labels')}
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
        </>
      )}
    </>
  )
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
        <h1>{words.title}</h1>
        {artifact.can.includes('settings') && (
          <p class="line small muted">
            {words.atOnce}
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
  errorsOf(name: Name): readonly { field: string; message: string }[]
}

/** What is typed stays where it was refused. */
function NameField({ artifact, save, errorsOf }: RowProps): JSX.Element {
  const [draft, setDraft] = useState(artifact.name)
  return (
    <div class="setting whole">
      <Labelled
        name="name"
        label={words.name}
        hint={words.nameHint}
        errors={errorsOf('name')}
        control={described => (
          <input
            id="name"
            name="name"
            value={plain(draft)}
            maxLength={200}
            autocomplete="off"
            dir="auto"
            onInput={({ currentTarget }) => setDraft(currentTarget.value)}
            onChange={({ currentTarget: { value } }) => save('name', () => ({ name: value }))}
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

/** Where it is refused, the list goes back to what holds. */
function Chosen({ artifact, save, errorsOf, name, label, hint, options }: ChosenProps): JSX.Element {
  const value = artifact[name] ?? 'internal'
  const choose = (field: HTMLSelectElement) => {
    const { value: chosen } = field
    save(
      name,
      () => ({ [name]: chosen }),
      isSaved => {
        if (!isSaved) field.value = value
      },
    )
  }
  return (
    <Setting label={label} labelId={`${name}-label`} hint={errorsOf(name)[0]?.message ?? hint}>
      <SelectControl
        name={name}
        labelledBy={`${name}-label`}
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

const EarlierVersions = ({ artifact, save, errorsOf }: RowProps): JSX.Element => (
  <Setting
    label={words.history}
    labelId="history-label"
    hint={errorsOf('historyVisible')[0]?.message ?? words.historyHint}
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

/** At the end of the day chosen, in UTC. */
function Expiry({ artifact, save, errorsOf, today }: RowProps & { today: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  const day = artifact.expiresAt?.slice(0, 10) ?? ''
  const choose = (value: string) =>
    field.current!.validity.valid &&
    save('expiresAt', () => ({ expiresAt: value === '' ? null : `${value}T23:59:59.999Z` }))
  return (
    <Setting
      label={words.expires}
      labelId="expires-label"
      hint={errorsOf('expiresAt')[0]?.message ?? words.expiresHint}
    >
      <input
        ref={field}
        type="date"
        name="expires"
        class="input"
        aria-labelledby="expires-label"
        aria-describedby="expires-label-hint"
        defaultValue={day}
        min={today}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </Setting>
  )
}
