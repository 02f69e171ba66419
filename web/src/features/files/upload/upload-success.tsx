import { downloadUpload, type Upload } from '@portal/contract/files.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { apiUrl } from '../../../lib/api-base.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatMoment, NOTHING } from '../../../lib/format.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ConfettiShower } from './confetti-shower.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { receiptText } from './receipt-text.ts'
import classes from './receipt.module.css'

type Props = {
  readonly stored: readonly Upload[]
  /** Of what was stored, in one line. */
  readonly summary: string
  readonly onAgain: () => void
  readonly onAnotherType: () => void
}

/** What was stored, as the sender's receipt. Going to /add again, here or in the navigation, starts a new upload. */
export function UploadSuccess({ stored, summary, onAgain, onAnotherType }: Props) {
  const { timeZone } = useConfig()
  useNewVisit(onAgain)
  useEffect(() => {
    // Its result, a promise in newer browsers, is not for React.
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <ConfettiShower />
      <PageHeading takesFocus>Upload successful!</PageHeading>
      <div className={classes.receipt}>
        <Notice tone="success">All files uploaded successfully!</Notice>
        <p className={classes.summary}>{summary}</p>
        <ReceiptActions
          text={receiptText(summary, stored, timeZone)}
          newFileIds={stored.map(({ FileID }) => FileID)}
          onAnotherType={onAnotherType}
        />
        {stored.length > 0 && <StoredFiles stored={stored} timeZone={timeZone} />}
      </div>
    </>
  )
}

/** Reports a navigation to the screen that is already open; a jump within it does not count. */
function useNewVisit(onVisit: () => void): void {
  const { key, hash } = useLocation()
  const keyAtFirst = useRef(key)
  useEffect(() => {
    if (key !== keyAtFirst.current && hash === '') onVisit()
  }, [key, hash, onVisit])
}

type TableProps = Pick<Props, 'stored'> & { readonly timeZone: string }

function StoredFiles({ stored, timeZone }: TableProps) {
  return (
    <DataTable
      caption="Stored files"
      columns={receiptColumns(timeZone)}
      rows={stored}
      keyOf={({ FileID }) => FileID}
    />
  )
}

function receiptColumns(timeZone: string): readonly Column<Upload>[] {
  return [
    { id: 'id', header: 'File ID', cell: ({ FileID }) => FileID, isRowHeader: true, isNoWrap: true },
    { id: 'name', header: 'File name', cell: (document) => <FileLink document={document} /> },
    { id: 'county', header: 'County', cell: ({ CountyName }) => CountyName ?? NOTHING },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
      isNoWrap: true,
    },
  ]
}

function FileLink({ document: { FileID, FileName } }: { readonly document: Upload }) {
  return (
    <a
      className={classes.name}
      href={apiUrl(downloadUpload, { params: { fileId: FileID } })}
      target="_blank"
      rel="noopener"
      aria-label={`View file ${FileID}, ${FileName} (opens in a new tab)`}
    >
      <bdi>{FileName}</bdi>
    </a>
  )
}
