// Task lists: `- [ ] open` and `- [x] done` as GitHub writes them.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const mark = /^\[([ xX])\][ \t]+/

function isItem(tokens: readonly Token[], index: number): boolean {
  return (
    tokens[index]!.type === 'inline' &&
    tokens[index - 1]?.type === 'paragraph_open' &&
    tokens[index - 2]?.type === 'list_item_open'
  )
}

function check(inline: Token, item: Token, state: StateCore): boolean {
  const first = inline.children?.[0]
  const found = first?.type === 'text' && mark.exec(first.content)
  if (!found || (inline.children!.length === 1 && first.content.length === found[0].length)) return false
  first.content = first.content.slice(found[0].length)
  const box = new state.Token('task_box', 'input', 0)
  box.attrs = [
    ...(found[1] === ' ' ? [] : [['checked', ''] as [string, string]]),
    ['disabled', ''],
    ['type', 'checkbox'],
  ]
  const space = new state.Token('text', '', 0)
  space.content = ' '
  inline.children!.unshift(box, space)
  item.attrJoin('class', 'task-list-item')
  return true
}

/** One pass, the open lists on a stack: linear however long or deep the lists are. */
function markTasks(state: StateCore): void {
  const lists: Token[] = []
  const { tokens } = state
  for (const [index, token] of tokens.entries()) {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token)
    else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop()
    else if (isItem(tokens, index) && check(token, tokens[index - 2]!, state))
      lists.at(-1)?.attrSet('class', 'contains-task-list')
  }
}

/** Teaches a parser task lists. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_lists', markTasks)
}
