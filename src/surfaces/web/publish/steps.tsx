// How it works in three steps, and commands to take along.

import type { JSX } from 'preact'
import { CopyField } from '../layout/blocks.tsx'
import { Leaf } from '../layout/surfaces.tsx'
import { howItWorks } from '../words/front-door.ts'

interface WaysProps {
  /** RECTO_URL. */
  url: string
  /** RECTO_PUBLIC_PREVIEWS. */
  previews: boolean
}

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
export const WaysToPublish = ({ url, previews }: WaysProps): JSX.Element => (
  <section class="publish-ways" aria-labelledby="ways">
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
    <CopyField label={title} text={command} whole />
  </details>
)
