// The example of the front door: a page as its readers see it, with comments beside the words they are about.

import type { JSX } from 'preact'
import { colorOf } from '../../../domain/person-color.ts'
import { Avatar } from '../layout/controls.tsx'
import { Icon } from '../layout/icon.tsx'
import { Mark } from '../layout/mark.tsx'
import { example } from '../words/front-door.ts'

export const ExamplePage = (): JSX.Element => (
  <figure class="example" aria-label={example.label}>
    <div class="example-window">
      <div class="example-bar">
        <Mark />
        <strong class="cut">{example.name}</strong>
        <span class="muted wide-only">{example.version}</span>
        <span class="badge wide-only">
          <Icon name="company" size={12} />
          <span>{example.audience}</span>
        </span>
        <span class="grow" />
        {example.readers.map(name => (
          <Avatar key={name} name={name} color={colorOf(name)} size="small" silent />
        ))}
        <Icon name="comment" />
      </div>
      <div class="example-body">
        <Report />
        <div class="example-margin">{example.threads.map(Thread)}</div>
      </div>
    </div>
    <figcaption class="aside">{example.caption}</figcaption>
  </figure>
)

const Report = (): JSX.Element => (
  <div class="example-page">
    <p class="example-title">{example.name}</p>
    <p>{example.lead}</p>
    <dl>
      {example.figures.map(([name, value, change]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd class="change">{change}</dd>
        </div>
      ))}
    </dl>
    <svg class="example-chart" viewBox="0 0 360 96" role="img" aria-label={example.chart}>
      <path d={bars([38, 44, 41, 52, 58, 55, 66, 74, 88])} />
    </svg>
    <p>
      {example.before}
      <mark>{example.marked}</mark>
      {example.after}
    </p>
  </div>
)

/** One column for each month, side by side on one line. */
const bars = (heights: readonly number[]): string =>
  heights.map((height, month) => `M${month * 41} 96v-${height}h32v${height}z`).join('')

const Thread = ({ quote, said }: (typeof example.threads)[number], index: number): JSX.Element => (
  <div key={quote} class={index === 0 ? 'example-thread wide-only' : 'example-thread active'}>
    <p class="example-quote cut">{quote}</p>
    {said.map(({ by, when, text }) => (
      <div key={by} class="example-said">
        <Avatar name={by} color={colorOf(by)} silent />
        <div>
          <p>
            <strong>{by}</strong> <span class="tiny muted">{when}</span>
          </p>
          <p>{text}</p>
        </div>
      </div>
    ))}
  </div>
)
