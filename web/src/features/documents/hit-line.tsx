import type { ListedUpload } from '@portal/contract/files/files.ts'
import { contextLine, type Place } from '@portal/contract/search/highlight.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import classes from './hit-line.module.css'

type Props = { readonly document: ListedUpload; readonly search: string }

type Line = { readonly from: string; readonly text: string; readonly places: readonly Place[] }

/** The line of a document in which a search found its words: of its text, description or file name. */
export function HitLine({ document, search }: Props) {
  const line = lineOf(document, search)
  if (line === null) return null
  return (
    <span className={classes.line}>
      <span className={classes.from}>{line.from}</span> <Marked {...line} />
    </span>
  )
}

function lineOf({ hit, Description, FileName }: ListedUpload, search: string): Line | null {
  if (hit) return { from: `Page ${hit.page}:`, ...hit }
  const query = parseQuery(search)
  if (isProblem(query)) return null
  const described = contextLine(Description, query)
  if (described) return { from: 'Description:', ...described }
  const named = contextLine(FileName, query)
  return named && { from: 'File name:', ...named }
}

function Marked({ text, places }: Pick<Line, 'text' | 'places'>) {
  const ends = [0, ...places.map(({ end }) => end)]
  return (
    <span>
      {places.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </span>
  )
}
