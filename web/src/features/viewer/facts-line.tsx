import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useConfig } from '../../lib/config.ts'
import { formatMoment } from '../../lib/format.ts'
import { pageText } from './page-text.ts'
import classes from './document-panel.module.css'

type Props = {
  readonly fileId: number
  readonly facts: Pick<DocumentFacts, 'CountyName' | 'UploadDate'> | undefined
  /** 0 until it is known, and for documents without pages. */
  readonly pageCount: number
}

/** Below the name of a document: its number, county, date and pages, in one line from the start (R16.29). */
export function FactsLine({ fileId, facts, pageCount }: Props) {
  const { timeZone } = useConfig()
  const text = [
    `File ${fileId}`,
    facts?.CountyName,
    facts && `received ${formatMoment(facts.UploadDate, timeZone)}`,
    pageCount > 0 && pageText(pageCount),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <p className={classes.factsLine} title={text}>
      {text}
    </p>
  )
}
