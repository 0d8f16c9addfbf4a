// How it works: three steps, the ways to publish, and what people ask first.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { CopyField } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { Leaf } from '../layout/surfaces.tsx'
import { howItWorks } from '../words/front-door.ts'

interface HowItWorksProps {
  assets: Assets
  /** RECTO_URL. */
  url: string
  /** RECTO_PUBLIC_PREVIEWS. */
  previews: boolean
}

export const howItWorksPage = ({ assets, url, previews }: HowItWorksProps): string =>
  editorHtml({
    assets,
    title: howItWorks.title,
    width: 'wide',
    children: (
      <>
        <h1>{howItWorks.title}</h1>
        <section aria-labelledby="steps">
          <h2 id="steps" class="heading">
            {howItWorks.inSteps}
          </h2>
          <Steps />
          <WaysToPublish url={url} previews={previews} />
        </section>
        <section aria-labelledby="questions">
          <h2 id="questions" class="heading">
            {howItWorks.questions}
          </h2>
          <dl class="answers">
            {howItWorks.answers.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <p>
          <LinkButton href="/" kind="primary">
            {howItWorks.start}
          </LinkButton>
        </p>
      </>
    ),
  })

export const Steps = (): JSX.Element => (
  <ol class="steps">
    {howItWorks.steps.map(({ title, text }) => (
      <li key={title}>
        <Leaf />
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)

/** Commands to take along; those without an account only where previews are on. */
export const WaysToPublish = ({ url, previews }: Omit<HowItWorksProps, 'assets'>): JSX.Element => (
  <section class="ways" aria-labelledby="ways">
    <h3 id="ways">{howItWorks.ways}</h3>
    <Way
      title={howItWorks.terminal}
      command={
        previews
          ? `curl -F file=@page.html ${url}/v1/public/artifacts`
          : `curl -H "Authorization: Bearer $RECTO_API_KEY" -F file=@page.html ${url}/v1/artifacts`
      }
      open
    />
    <Way
      title={howItWorks.commandLine}
      command={`RECTO_URL=${url} recto publish page.html${previews ? ' --public-preview' : ''}`}
    />
    <Way
      title={howItWorks.agent}
      command={`${url}/v1/${previews ? 'public/' : ''}mcp`}
      lead={howItWorks.agentLead}
    />
  </section>
)

interface WayProps {
  title: string
  command: string
  lead?: string
  open?: boolean
}

const Way = ({ title, command, lead, open = false }: WayProps): JSX.Element => (
  <details name="way" open={open}>
    <summary>{title}</summary>
    {lead && <p class="muted">{lead}</p>}
    <CopyField label={title} text={command} />
  </details>
)
