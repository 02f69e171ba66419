import { downloadUpload, type Upload } from '@portal/contract/files/files.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { apiUrl } from '../../../lib/api-base.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatMoment, NOTHING } from '../../../lib/format.ts'
import type { Filing } from '../../../lib/receipts.queries.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useBlockedFiles, type BlockedFile } from '../../../lib/blocked-files.queries.ts'
import { CheckBadge } from '../../../ui/check-badge.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ConfettiShower } from './confetti-shower.tsx'
import { FilingReceipt } from './filing-receipt.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { receiptText } from '../facts/receipt-text.ts'
import type { RefusedFile } from '../sender/queue-entry.ts'
import classes from './receipt.module.css'

/** The document fields that the receipt shows. */
export type Received = Pick<Upload, 'FileID' | 'FileName' | 'CountyName' | 'UploadDate'>

type Props = {
  readonly stored: readonly Received[]
  /** The batch id of the receipt; without it, the first file identifies the receipt. */
  readonly batch?: string
  /** Files that the portal rejected and did not store. */
  readonly leftOut?: readonly RefusedFile[]
  /** A one-line summary of the stored files. */
  readonly summary: string
  readonly onAgain: () => void
  readonly onAnotherType: () => void
}

/**
 * Shows the stored files as the sender's receipt. Opening /add again, here or in the navigation, starts a new upload.
 */
export function UploadSuccess({ stored, batch, leftOut, summary, onAgain, onAnotherType }: Props) {
  const { timeZone } = useConfig()
  const unopenable = useBlockedFiles(stored.map(({ FileID }) => FileID))
  useNewVisit(onAgain)
  useEffect(() => {
    // A statement of its own: newer browsers return a promise here, which an effect must not return.
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <ConfettiShower />
      <PageHeading takesFocus>Upload successful!</PageHeading>
      <div className={classes.receipt}>
        {leftOut && leftOut.length > 0 ? (
          <LeftOut files={leftOut} />
        ) : (
          <Notice tone="success">All files uploaded successfully!</Notice>
        )}
        <p className={classes.summary}>{summary}</p>
        <FilingReceipt filing={filingOf(stored, batch)} />
        <output>{waitingText(unopenable, stored.length)}</output>
        <ReceiptActions
          text={receiptText(summary, stored, timeZone)}
          newFileIds={stored.map(({ FileID }) => FileID)}
          again={PATHS.upload}
          onAnotherType={onAnotherType}
        />
        {stored.length > 0 && <StoredFiles stored={stored} timeZone={timeZone} unopenable={unopenable} />}
      </div>
    </>
  )
}

/** Lists each rejected file: no later page shows them. */
function LeftOut({ files }: { readonly files: readonly RefusedFile[] }) {
  return (
    <Notice tone="error">
      {files.length === 1
        ? '1 file was refused and is not stored:'
        : `${files.length} files were refused and are not stored:`}
      <ul className={classes.leftOut}>
        {files.map(({ name, reason }, at) => (
          // Two files may share a name, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{reason.startsWith(name) ? reason : `${name}: ${reason}`}</li>
        ))}
      </ul>
    </Notice>
  )
}

function filingOf(stored: readonly Received[], batch?: string): Filing {
  const fileIds = stored.map(({ FileID }) => FileID)
  return { batch: batch ?? `file ${Math.min(...fileIds)}`, fileIds }
}

/** Calls `onVisit` on navigation to the already open screen; a jump within the page does not count. */
function useNewVisit(onVisit: () => void): void {
  const { key, hash } = useLocation()
  const keyAtFirst = useRef(key)
  useEffect(() => {
    if (key !== keyAtFirst.current && hash === '') onVisit()
  }, [key, hash, onVisit])
}

/** Says that stored files wait for the virus check; empty if none do. */
function waitingText(unopenable: ReadonlyMap<number, BlockedFile>, stored: number): string {
  if (unopenable.size === 0) return ''
  return stored === 1
    ? 'Safely stored. It opens after the virus check.'
    : 'All are safely stored. Those that are marked open after the virus check.'
}

type TableProps = Pick<Props, 'stored'> & {
  readonly timeZone: string
  readonly unopenable: ReadonlyMap<number, BlockedFile>
}

function StoredFiles({ stored, timeZone, unopenable }: TableProps) {
  return (
    <DataTable
      caption="Stored files"
      columns={receiptColumns(timeZone, unopenable)}
      rows={stored}
      keyOf={({ FileID }) => FileID}
    />
  )
}

function receiptColumns(timeZone: string, unopenable: TableProps['unopenable']): readonly Column<Received>[] {
  return [
    { id: 'id', header: 'File ID', cell: ({ FileID }) => FileID, isRowHeader: true, isNoWrap: true },
    {
      id: 'name',
      header: 'File name',
      cell: (document) => <FileName document={document} unopenable={unopenable.get(document.FileID)} />,
    },
    { id: 'county', header: 'County', cell: ({ CountyName }) => CountyName ?? NOTHING },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
      isNoWrap: true,
    },
  ]
}

type FileProps = { readonly document: Received; readonly unopenable: BlockedFile | undefined }

/** Links to the document; a blocked one gets a badge instead. */
function FileName({ document, unopenable }: FileProps) {
  if (unopenable === undefined) return <FileLink document={document} />
  return (
    <span className={classes.name}>
      <bdi>{document.FileName}</bdi> <CheckBadge look={unopenable} />
    </span>
  )
}

function FileLink({ document: { FileID, FileName: name } }: Pick<FileProps, 'document'>) {
  return (
    <a
      className={classes.name}
      href={apiUrl(downloadUpload, { params: { fileId: FileID } })}
      target="_blank"
      rel="noopener"
      aria-label={`View file ${FileID}, ${name} (opens in a new tab)`}
    >
      <bdi>{name}</bdi>
    </a>
  )
}
