import { exactMoments } from '@portal/contract/exact-moment.ts'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { receiptGroups, receivedNote } from '@portal/contract/receipts/receipt-groups.ts'
import type { Receipt, ReceivedFile } from '@portal/contract/receipts/receipts.ts'
import { apiUrl } from '../../lib/api-base.ts'
import { useConfig } from '../../lib/config.ts'
import { useBlockedFiles, BLOCKED_REASONS, type BlockedFile } from '../../lib/blocked-files.queries.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import classes from './receipts.module.css'

/** The files of a receipt as they were received, grouped by category and type, in the order of the batch. */
export function ReceiptFiles({ receipt: { files } }: { readonly receipt: Receipt }) {
  const { timeZone } = useConfig()
  const unopenable = useBlockedFiles(files.map(({ FileID }) => FileID))
  const columns = columnsIn(timeZone, unopenable)
  const groups = receiptGroups(files, ({ Category, Type }) => ({ category: Category, type: Type }))
  return groups.map(({ heading, files: ofGroup }) => (
    <section key={heading} className={classes.group}>
      {heading !== null && (
        <h2 className={classes.heading}>
          <bdi>{heading}</bdi>
        </h2>
      )}
      <DataTable
        caption={heading === null ? 'Received files' : `Received files: ${heading}`}
        columns={columns}
        rows={ofGroup}
        keyOf={({ FileID }) => FileID}
      />
    </section>
  ))
}

function columnsIn(
  timeZone: string,
  unopenable: ReadonlyMap<number, BlockedFile>,
): readonly Column<ReceivedFile>[] {
  const tell = exactMoments(timeZone)
  return [
    { id: 'id', header: 'File ID', isRowHeader: true, cell: (file) => <FileLink file={file} /> },
    {
      id: 'name',
      header: 'File name',
      cell: (file) => <Name file={file} check={unopenable.get(file.FileID)} />,
    },
    {
      id: 'bytes',
      header: 'Size',
      align: 'end',
      isNoWrap: true,
      cell: ({ Bytes }) => `${Bytes.toLocaleString('en-US')} bytes`,
    },
    {
      id: 'sha',
      header: 'Fingerprint (SHA-256)',
      cell: ({ SHA256 }) => <Hash digits={SHA256} />,
    },
    {
      id: 'received',
      header: 'Received',
      cell: ({ ReceivedAt }) => <Moment {...tell(new Date(ReceivedAt))} />,
    },
  ]
}

/**
 * The file's name, with a note below it. A blocked file also shows why it cannot be opened, but the receipt still
 * states what was received.
 */
function Name({ file, check }: { readonly file: ReceivedFile; readonly check: BlockedFile | undefined }) {
  const { FileName, Description, Owners } = file
  const note = receivedNote({ description: Description, owners: Owners })
  return (
    <span className={classes.moment}>
      <bdi className={classes.name}>{FileName}</bdi>
      {note !== null && <bdi className={classes.note}>{note}</bdi>}
      {check && <span className={classes.check}>{BLOCKED_REASONS[check]}</span>}
    </span>
  )
}

/** If the hash needs two lines, it breaks in the middle. */
function Hash({ digits }: { readonly digits: string }) {
  const half = digits.length / 2
  return (
    <code className={classes.hash}>
      {digits.slice(0, half)}
      <wbr />
      {digits.slice(half)}
    </code>
  )
}

function Moment({ local, utc }: { readonly local: string; readonly utc: string }) {
  return (
    <span className={classes.moment}>
      <span className={classes.local}>{local}</span> <span className={classes.utc}>{utc}</span>
    </span>
  )
}

function FileLink({ file: { FileID, FileName } }: { readonly file: ReceivedFile }) {
  return (
    <a
      className={classes.file}
      href={apiUrl(downloadUpload, { params: { fileId: FileID } })}
      target="_blank"
      rel="noopener"
      aria-label={`View file ${FileID}, ${FileName} (opens in a new tab)`}
    >
      {FileID}
    </a>
  )
}
