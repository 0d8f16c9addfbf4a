// The place of connected apps: none can be connected yet, and what to do instead.

import type { JSX } from 'preact'
import { CopyField, EmptyState } from '../components/blocks.tsx'
import { dashboardHtml, type Frame } from '../components/dashboard.tsx'

export interface AppsPageProps {
  frame: Frame
}

export const appsPage = (props: AppsPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: 'Connected apps',
    width: 'form',
    children: <Apps url={props.frame.url} />,
  })

const Apps = ({ url }: { url: string }): JSX.Element => (
  <>
    <h1>Connected apps</h1>
    <EmptyState title="No app can be connected yet">
      <p>
        Apps that ask for your permission will be listed here, each with what it may do and a button that ends
        it. Until then an agent works with a key.
      </p>
      <ol class="steps">
        <li>
          <a href="/app/keys">Make a key</a> for the agent, and keep it in the variable{' '}
          <code>RECTO_API_KEY</code>.
        </li>
        <li>
          Point the agent at this address, with the key as its bearer token.
          <CopyField label="Address for agents" text={`${url}/v1/mcp`} />
        </li>
        <li>
          In many agents that is one command or entry, such as
          <CopyField
            label="Command that adds the server to an agent"
            text={`claude mcp add --transport http recto ${url}/v1/mcp --header "Authorization: Bearer $RECTO_API_KEY"`}
          />
        </li>
      </ol>
    </EmptyState>
    <p class="aside">
      To end what an agent may do, <a href="/app/keys">revoke its key</a>: it stops at once.
    </p>
  </>
)
