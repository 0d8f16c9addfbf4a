// The differences of two files as one table that needs no script: lines that went and came, what is the same folded away.

import type { JSX } from 'preact'
import type { ComparedBlock, ComparedLine, Comparison, Piece } from '../../../content/diff/comparison.ts'
import { comparisonWords as words } from '../words/history.ts'

interface Versions {
  from: number
  to: number
}

export const ComparisonTable = ({
  comparison: { blocks, unshown },
  from,
  to,
  isSplit,
}: Versions & { comparison: Comparison; isSplit: boolean }): JSX.Element => (
  <>
    <table class={isSplit ? 'comparison split' : 'comparison'}>
      <caption class="visually-hidden">{words.caption(from, to)}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{words.lineIn(from)}</th>
          <th scope="col">{words.lineIn(to)}</th>
          <th scope="col">{words.change}</th>
          <th scope="col">{words.text}</th>
        </tr>
      </thead>
      {blocks.map((block, index) => (
        <Block key={`${index}-${block.kind}`} block={block} />
      ))}
    </table>
    {unshown > 0 && (
      <p>
        {words.unshown(unshown)} <code>recto diff</code>.
      </p>
    )}
  </>
)

function Block({ block }: { block: ComparedBlock }): JSX.Element {
  if (block.kind === 'changed')
    return (
      <tbody class="change">
        {block.removed.map(line => (
          <Line key={`-${line.number}`} line={line} kind="removed" from={line.number} />
        ))}
        {block.added.map(line => (
          <Line key={`+${line.number}`} line={line} kind="added" to={line.number} />
        ))}
        {block.left > 0 && <Left count={block.left} />}
      </tbody>
    )
  if (!block.folded || !block.lines)
    return <tbody>{block.lines ? <SameLines block={block} /> : <Left count={block.count} same />}</tbody>
  return (
    <tbody>
      <tr class="fold">
        <td colSpan={4}>
          <details>
            <summary>{words.unchanged(block.count)}</summary>
            <table class="comparison">
              <tbody>
                <SameLines block={block} />
              </tbody>
            </table>
          </details>
        </td>
      </tr>
    </tbody>
  )
}

/** Lines that are not shown. */
const Left = ({ count, same }: { count: number; same?: boolean }): JSX.Element => (
  <tr class="fold">
    <td colSpan={4}>{same ? words.unchanged(count) : words.moreLines(count)}</td>
  </tr>
)

const SameLines = ({ block }: { block: ComparedBlock & { kind: 'same' } }): JSX.Element => (
  <>
    {block.lines?.map((line, index) => (
      <Line key={line.number} line={line} kind="same" from={line.number} to={block.to + index} />
    ))}
  </>
)

interface LineProps {
  line: ComparedLine
  kind: 'removed' | 'added' | 'same'
  from?: number
  to?: number
}

const signs = { removed: '−', added: '+', same: '' }

const Line = ({ line, kind, from, to }: LineProps): JSX.Element => (
  <tr class={kind}>
    <td class="number">{from}</td>
    <td class="number">{to}</td>
    <td class="sign">
      <span aria-hidden="true">{signs[kind]}</span>
      {kind !== 'same' && <span class="visually-hidden">{kind}</span>}
    </td>
    <td class="words">
      {line.pieces.map((piece, index) => (
        <Words key={`${index}-${piece.text.length}`} piece={piece} kind={kind} />
      ))}
      {line.end && <span class="left">{line.end}</span>}
    </td>
  </tr>
)

const Words = ({ piece, kind }: { piece: Piece; kind: LineProps['kind'] }): JSX.Element => {
  const Tag = kind === 'removed' ? 'del' : 'ins'
  const text = visible(piece.text)
  return (
    <>
      {piece.changed ? <Tag>{text}</Tag> : text}
      {piece.left !== undefined && <span class="left">{words.leftOut(piece.left)}</span>}
    </>
  )
}

/** Marks that cannot be seen or that turn the reading order, written out: a change of them must not hide. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]|(?!\t)\p{Cc}/gu,
      mark => {
        const code = mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
        return `⟨U+${code}⟩`
      },
    )
