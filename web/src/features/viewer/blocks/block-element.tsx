import type { Block } from '@portal/contract/viewer/viewer.ts'
import { Fragment, useMemo } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { markerOf } from '../marks.ts'
import classes from './blocks-view.module.css'

type Props = {
  readonly block: Block
  /** Of the file. */
  readonly name: string
  readonly marks: readonly string[]
  readonly isSheet: boolean
}

/** One block, as text: nothing of a file is ever HTML here. */
export function BlockElement({ block, name, marks, isSheet }: Props) {
  const { kind, level, text } = block
  if (kind === 'table') return <TableBlock block={block} name={name} marks={marks} isSheet={isSheet} />
  if (kind === 'fields') return <FieldsBlock block={block} marks={marks} />
  const content = <Marked text={text} marks={marks} />
  if (kind === 'heading') {
    return level <= 1 ? (
      <h3 className={classes.heading}>{content}</h3>
    ) : (
      <h4 className={classes.heading}>{content}</h4>
    )
  }
  if (kind === 'item') {
    return (
      <ul className={classes.item} data-level={Math.min(level, 4)}>
        <li>{content}</li>
      </ul>
    )
  }
  return <p className={classes.paragraph}>{content}</p>
}

function FieldsBlock({ block, marks }: Pick<Props, 'block' | 'marks'>) {
  const { timeZone } = useConfig()
  if (block.rows.length === 0) return null
  return (
    <dl className={classes.fields}>
      {block.rows.map(([name, value]) => (
        <div key={name?.text}>
          <dt>{name?.text}</dt>
          <dd>
            <Marked text={fieldText(value?.text ?? '', timeZone)} marks={marks} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The reader of an e-mail returns a date that it understands in this form. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u

function fieldText(value: string, timeZone: string): string {
  return MOMENT.test(value) ? formatDateTime(value, timeZone) : value
}

function TableBlock({ block, name, marks, isSheet }: Props) {
  return (
    <table className={classes.table} data-sheet={isSheet || undefined}>
      <caption className="for-screen-readers">{isSheet ? name : 'Table'}</caption>
      {isSheet && (
        <thead>
          <tr>
            <th scope="col">
              <span className="for-screen-readers">Row</span>
            </th>
            {block.rows[0]?.map((_cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                {columnName(at)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {block.rows.map((cells, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {isSheet && <th scope="row">{row + 1}</th>}
            {cells.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={at} colSpan={cell.columns} rowSpan={cell.rows}>
                <Marked text={cell.text} marks={marks} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LETTERS = 26

/** A to Z, then AA. */
function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % LETTERS))
  return at < LETTERS ? letter : columnName(Math.floor(at / LETTERS) - 1) + letter
}

type MarkedProps = { readonly text: string; readonly marks: readonly string[] }

/** A text with its hits highlighted. */
function Marked({ text, marks }: MarkedProps) {
  const isMarked = useMemo(() => markerOf(marks), [marks])
  if (marks.length === 0) return text
  return text.split(/(\s+)/u).map((word, at) =>
    // oxlint-disable-next-line react/no-array-index-key
    isMarked(word) ? <mark key={at}>{word}</mark> : <Fragment key={at}>{word}</Fragment>,
  )
}
