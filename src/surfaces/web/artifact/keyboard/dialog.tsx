// The dialog that lists the keys, and in which single letters are turned off.

import type { JSX } from 'preact'
import { modal } from '../../layout/modal.tsx'
import { keyWords as words } from '../../words/keyboard.ts'
import { areOff, turn } from './choice.ts'
import { isLetter, type KeyRow, keyTable } from './keys.ts'

const { open } = modal('dialog keys', '#keys-title')

const letters = keyTable.flatMap(({ key }) => (key && isLetter(key) ? key : [])).join(' ')

/** Opens it; the focus comes back to where it was when it closes. */
export const showKeys = (): void => open(<Keys />)

const Keys = (): JSX.Element => (
  <>
    {/* The first that takes the focus, so that the list begins at its top. */}
    <h2 id="keys-title" tabIndex={-1}>
      {words.title}
    </h2>
    <dl>{keyTable.map(row)}</dl>
    <label class="choice">
      <input
        type="checkbox"
        defaultChecked={!areOff()}
        onChange={event => turn(event.currentTarget.checked)}
      />
      <span>{words.single(letters)}</span>
    </label>
    <form method="dialog">
      <button type="submit" class="button">
        {words.close}
      </button>
    </form>
  </>
)

const row = ({ shown, does }: KeyRow): JSX.Element => (
  <div key={does}>
    <dt>{shown.map((keys, index) => [index > 0 && ` ${words.or} `, <kbd key={keys}>{keys}</kbd>])}</dt>
    <dd>{does}</dd>
  </div>
)
