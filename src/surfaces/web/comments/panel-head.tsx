// The head of the panel of comments: which threads are listed in which order, a comment on the page, and the way out.

import type { JSX } from 'preact'
import { Icon, type IconName } from '../layout/icon.tsx'
import { commentWords as text } from '../words/comments.ts'
import type { Filter, Order } from './listed-threads.ts'
import type { PanelProps } from './panel-props.ts'

const statuses = [
  ['open', text.open],
  ['resolved', text.resolved],
] as const

const others: [Filter, string][] = [
  ['detached', text.lost],
  ['mine', text.mine],
]

const orders: [Order, string][] = [
  ['asc', text.oldest],
  ['desc', text.newest],
  ['place', text.asOnPage],
]

const empty: Record<Filter, string> = {
  open: text.noOpen,
  resolved: text.noResolved,
  detached: text.noLost,
  mine: text.noMine,
}

/** Returns the sentence of an empty list, with a hint how to fill it. */
export const emptyWords = (filter: Filter, may: boolean): string =>
  filter === 'open' && may ? `${text.noOpen} ${text.selectToAdd}` : empty[filter]

export const PanelHead = (props: PanelProps): JSX.Element => {
  const { page, onAdd, onClose } = props
  return (
    <div class="panel-head">
      <h2 id="comments-title" class="visually-hidden" tabIndex={-1}>
        {text.title}
      </h2>
      {page.sees && <Statuses {...props} />}
      <span class="head-tools">
        {page.may && <HeadTool icon="add" label={text.add} name="add" onClick={onAdd} />}
        {(page.sees || page.may) && <MoreMenu {...props} />}
        <HeadTool icon="cross" label={text.close} onClick={onClose} />
      </span>
    </div>
  )
}

interface HeadToolProps {
  icon: IconName
  label: string
  name?: string
  onClick(): void
}

const HeadTool = ({ icon, label, name, onClick }: HeadToolProps): JSX.Element => (
  <button
    type="button"
    class="tool at-end"
    aria-label={label}
    data-tip={label}
    data-part={name}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
)

const Statuses = ({ threads, counts, onFilter }: PanelProps): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a look of its own
  <div class="segmented" role="group" aria-label={text.which}>
    {statuses.map(([name, label]) => (
      <button
        key={name}
        type="button"
        data-filter={name}
        aria-pressed={name === threads.filter}
        onClick={() => onFilter(name)}
      >
        {label} {counts && <span class="count num">{counts[name]}</span>}
      </button>
    ))}
  </div>
)

/** The menu of rare actions: other lists, their order, and pointing at a part of the page. */
const MoreMenu = ({ page, threads, onFilter, onPoint }: PanelProps): JSX.Element => (
  <>
    <button
      type="button"
      class="tool at-end"
      popovertarget="comments-menu"
      aria-label={text.more}
      data-tip={text.more}
      aria-pressed={others.some(([name]) => name === threads.filter) ? 'true' : undefined}
    >
      <Icon name="filter" />
    </button>
    <div id="comments-menu" popover="auto" class="menu beside-button">
      {page.may && (
        <button type="button" class="menu-item" title={`${text.area} (E)`} onClick={onPoint}>
          <Icon name="point" /> <span>{text.area}</span>
        </button>
      )}
      {page.sees &&
        others
          .filter(([name]) => name !== 'mine' || page.may)
          .map(([name, label]) => (
            <button
              key={name}
              type="button"
              class="menu-item"
              data-filter={name}
              aria-pressed={name === threads.filter}
              onClick={() => onFilter(name)}
            >
              <Icon name={name === 'mine' ? 'person' : 'search'} /> <span>{label}</span>
              <Icon name="check" />
            </button>
          ))}
      {page.sees && (
        <select
          class="order"
          aria-label={text.order}
          onChange={event => void threads.list(threads.filter, event.currentTarget.value as Order)}
        >
          {orders.map(([value, label]) => (
            <option key={value} value={value} selected={value === threads.order}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  </>
)
