// Says beside a page who edits it at the moment, to those who may edit it as well.

export interface Editor {
  name: string
  color: number
  since: string
}

/** "Ana is editing". */
export function editingWords(editors: readonly Editor[]): string {
  const [first, ...others] = editors
  if (!first) return ''
  if (others.length === 0) return `${first.name} is editing`
  return `${first.name} and ${others.length === 1 ? others[0]!.name : `${others.length} others`} are editing`
}

/** Puts the words after the facts of the header, or takes them away. */
export function showEditors(editors: readonly Editor[]): void {
  for (const facts of document.querySelectorAll('.page-header .facts, .page-menu .menu-facts')) {
    const known = facts.querySelector('.editing-now')
    const words = editingWords(editors)
    if (words === '') known?.remove()
    else {
      const said = known ?? facts.appendChild(document.createElement('span'))
      said.className = 'editing-now'
      said.textContent = ` · ${words}`
    }
  }
}
