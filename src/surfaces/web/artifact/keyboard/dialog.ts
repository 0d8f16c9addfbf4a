// The dialog that lists the keys, and in which single letters are turned off.

import { element } from '../../artifact-viewer/notice.ts'
import { keyWords as words } from '../../words/keyboard.ts'
import { areOff, turn } from './choice.ts'
import { isLetter, type KeyRow, keyTable } from './keys.ts'

/** Opens it; the focus comes back to where it was when it closes. */
export function showKeys(): void {
  const standing = document.querySelector<HTMLDialogElement>('#keys')
  const dialog = standing ?? document.body.appendChild(keysDialog())
  if (!dialog.open) dialog.showModal()
}

function keysDialog(): HTMLDialogElement {
  const title = element('h2', { id: 'keys-title', textContent: words.title })
  const close = element('button', { className: 'button', textContent: words.close })
  const form = element('form', { method: 'dialog' }, [close])
  const dialog = element('dialog', { id: 'keys', className: 'dialog keys' }, [title, list(), choice(), form])
  dialog.setAttribute('aria-labelledby', title.id)
  return dialog
}

const list = (): HTMLElement => element('dl', {}, keyTable.map(row))

const row = ({ shown, does }: KeyRow): HTMLElement =>
  element('div', {}, [
    element(
      'dt',
      {},
      shown.flatMap((keys, index) => [...(index > 0 ? [or()] : []), kbd(keys)]),
    ),
    element('dd', { textContent: does }),
  ])

const or = (): Node => document.createTextNode(` ${words.or} `)

const kbd = (keys: string): HTMLElement => element('kbd', { textContent: keys })

function choice(): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: !areOff() })
  box.addEventListener('change', () => turn(box.checked))
  const letters = keyTable.filter(({ key }) => key && isLetter(key)).map(({ key }) => key)
  const said = element('span', { textContent: words.single(letters.join(' ')) })
  const label = element('label', { className: 'choice' }, [box, said])
  return label
}
