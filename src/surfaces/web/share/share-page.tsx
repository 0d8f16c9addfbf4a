// Sharing: who is invited, who has access, who else can open the page, the link, and what a change would do before it is made.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { settingsPath, sharePath } from '../layout/artifact-paths.ts'
import { type ButtonKind, buttonClass } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, type FieldError, Form, Hidden, Labelled, TextArea } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { AudienceMark, audienceOf, UserText } from '../layout/words.tsx'
import { shareWords as words } from '../words/share.ts'
import type { Recipients } from './audience-effect.ts'
import { type AudienceLimits, CommentsChoice, Effects } from './audience-form.tsx'
import { CommentReaders, GeneralAccess } from './general-access.tsx'
import { PeopleWithAccess } from './people-with-access.tsx'
import { Qr } from './qr.tsx'

/** What is asked for and not done yet, and what it would do. */
export interface ShareQuestion {
  visibility: string
  /** The address that loses its place. */
  removed?: string | undefined
  /** What was shown, so that a further change is shown again. */
  confirmed: string
  effects: AudiencePreview
  /** Anyone with the link gains access, so that it is asked who reads the comments. */
  widens: boolean
}

export interface SharePageProps {
  frame: Frame
  artifact: PresentedArtifact
  limits: AudienceLimits
  /** Whom the page names. */
  recipients: Recipients
  question?: ShareQuestion | undefined
  /** What stands in the field for people, and in the note to them. */
  typed?: string | undefined
  message?: string | undefined
  errors?: readonly FieldError[] | undefined
}

export const sharePage = (props: SharePageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.title(props.artifact.name),
    width: 'form',
    scripts: [islands.share],
    children: <Share {...props} />,
  })

/** `share-island.ts` shows this section in a dialog on the page itself. */
const Share = (props: SharePageProps): JSX.Element => {
  const { artifact, errors, frame, question } = props
  const audience = audienceOf(artifact)
  return (
    <section
      id="share"
      class="share"
      aria-labelledby="share-title"
      data-said={frame.done && `${frame.done} ${audience.meaning}`}
    >
      <h1 id="share-title" class="cut" title={plain(artifact.name)}>
        {words.title('“')}
        <UserText text={artifact.name} />”
      </h1>
      <ErrorSummary errors={errors} />
      <Invite {...props} />
      <KeptOut {...props} />
      <PeopleWithAccess {...props} />
      <div class="share-else">
        <GeneralAccess {...props} />
        {isSeenOutside(artifact, props.recipients.outside) && <CommentReaders artifact={artifact} />}
        {question && <Question {...props} question={question} />}
      </div>
      <Foot artifact={artifact} />
      <span class="share-now" hidden>
        <AudienceMark {...audience} />
      </span>
    </section>
  )
}

/** Whether people who are in no role of the organization can open it, so that there are two kinds of readers. */
export const isSeenOutside = (
  { visibility }: Pick<PresentedArtifact, 'visibility'>,
  outside: readonly string[],
): boolean => visibility === 'public' || outside.length > 0

/** The note shows once there is somebody to write to. */
const Invite = ({ artifact, limits, typed, message, errors }: SharePageProps): JSX.Element => (
  <Form action={sharePath(artifact.shortId)} class="share-invite" errors={errors}>
    <Labelled
      name="add"
      label={words.invitePeople}
      hint={limits.allowExternalSharing ? undefined : words.insideOnly}
      control={described => (
        <div class="input-box">
          <input
            id="add"
            name="add"
            type="text"
            inputMode="email"
            autocomplete="off"
            placeholder={words.placeholder}
            dir="auto"
            value={typed && plain(typed)}
            {...described}
          />
          <Button size="small" name="step" value="invite">
            {words.invite}
          </Button>
        </div>
      )}
    />
    <TextArea name="message" label={words.note} hint={words.noteHint} value={message} rows={2} />
  </Form>
)

/** Named people whom the policy keeps out meanwhile; their names stay, and count again when it is lifted. */
const KeptOut = ({ limits, recipients: { outside } }: SharePageProps): JSX.Element | null =>
  limits.allowExternalSharing || outside.length === 0 ? null : (
    <p class="hint share-hint">{words.closedOutside(outside.length)}</p>
  )

const Question = ({
  artifact,
  limits,
  question,
}: SharePageProps & { question: ShareQuestion }): JSX.Element => {
  const { visibility, removed, confirmed, effects, widens } = question
  const [kind, word] = stepOf(question, limits)
  return (
    <Form action={sharePath(artifact.shortId)} class="banner warn pending" data-question tabIndex={-1}>
      <Icon name="people" />
      <div role="alert">
        <Effects foreseen={effects} />
        {widens ? (
          <CommentsChoice value="internal" />
        ) : (
          effects.gains.length > 0 && <p class="small soft">{words.seeComments}</p>
        )}
        <Hidden values={{ visibility, remove: removed, confirmed }} />
        <p class="share-answers">
          <a class={buttonClass('quiet', 'small')} href={sharePath(artifact.shortId)} data-share-again>
            {words.cancel}
          </a>
          <Button kind={kind} size="small" name="step" value="confirm">
            {word}
          </Button>
        </p>
      </div>
    </Form>
  )
}

/** The button that does what was asked. */
function stepOf(
  { removed, visibility }: ShareQuestion,
  { organization }: AudienceLimits,
): [ButtonKind, string] {
  if (removed !== undefined) return ['stop', words.removeNow]
  if (visibility === 'public') return ['primary', words.openToAnyone]
  if (visibility === 'private') return ['stop', words.limit]
  return ['primary', words.openTo(plain(organization))]
}

/** Copying the link changes nobody's access. */
const Foot = ({ artifact }: { artifact: PresentedArtifact }): JSX.Element => (
  <div class="share-foot">
    <button type="button" class={buttonClass()} data-copy={artifact.url}>
      <Icon name="link" />
      <span data-copy-label>{words.copyLink}</span>
    </button>
    <details>
      <summary class="tool" title={words.qr}>
        <Icon name="qr" />
        <span class="visually-hidden">{words.qr}</span>
      </summary>
      <Qr text={artifact.url} label={words.qrOf(artifact.url)} />
    </details>
    <a class="small soft" href={settingsPath(artifact.shortId)}>
      {words.settings}
    </a>
  </div>
)
