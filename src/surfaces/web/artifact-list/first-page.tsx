// The list before the first page: one large place to drop, choose or paste a file, and the other ways to publish.

import type { JSX } from 'preact'
import { Icon, type IconName } from '../layout/icon.tsx'
import { ChooseButton, PasteButton } from '../layout/publish-buttons.tsx'
import { Leaf } from '../layout/surfaces.tsx'
import { fileSize } from '../layout/text.ts'
import { connectAgent } from '../words/connect.ts'
import { publishing } from '../words/pages.ts'

export const FirstPage = ({ largest }: { largest: number }): JSX.Element => (
  <div class="first-page stack">
    <div class="stack tight">
      <h1>{publishing.first}</h1>
      <p class="lead">{publishing.firstHint}</p>
    </div>
    <section class="drop" aria-labelledby="drop-title">
      <div class="fan" aria-hidden="true">
        <Leaf />
        <Leaf />
        <Leaf />
      </div>
      <div>
        <h2 id="drop-title" class="heading">
          {publishing.dropAnywhere}
        </h2>
        <p class="muted">{publishing.kinds(fileSize(largest))}</p>
      </div>
      <p class="actions">
        <ChooseButton />
        <PasteButton />
      </p>
    </section>
    <div class="ways">
      <Way href="/app/connect" icon="plug" title={connectAgent.title} hint={publishing.agentHint} />
      <Way
        href="/app/connect?client=command-line"
        icon="terminal"
        title={publishing.terminal}
        hint={publishing.terminalHint}
      />
    </div>
  </div>
)

interface WayProps {
  href: string
  icon: IconName
  title: string
  hint: string
}

const Way = ({ href, icon, title, hint }: WayProps): JSX.Element => (
  <a class="card padded way" href={href}>
    <Icon name={icon} size={20} />
    <span class="grow">
      <strong>{title}</strong>
      <span class="small muted">{hint}</span>
    </span>
    <Icon name="next" />
  </a>
)
