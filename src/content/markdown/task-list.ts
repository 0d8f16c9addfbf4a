// Task lists: `- [ ] open` and `- [x] done` as GitHub writes them.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const mark = /^\[([ xX])\][ \t]+/

function check(inline: Token, item: Token, state: StateCore): boolean {
  if (!inline.content.startsWith('[')) return false
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
  for (let index = 0; index < tokens.length; index++) {
    const { type } = tokens[index]!
    if (type === 'bullet_list_open' || type === 'ordered_list_open') lists.push(tokens[index]!)
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') lists.pop()
    else if (type === 'list_item_open' && tokens[index + 2]?.type === 'inline') {
      if (check(tokens[index + 2]!, tokens[index]!, state))
        lists.at(-1)?.attrSet('class', 'contains-task-list')
    }
  }
}

/** Teaches a parser task lists. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_lists', markTasks)
}
