import { exactMoments } from '@portal/contract/exact-moment.ts'
import { downloadUpload } from '@portal/contract/files.ts'
import type { Receipt, ReceivedFile } from '@portal/contract/receipts.ts'
import { apiUrl } from '../../lib/api-base.ts'
import { useConfig } from '../../lib/config.ts'
import { useUnopenable, WHY_UNOPENABLE, type Unopenable } from '../../lib/unopenable.queries.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import classes from './receipts.module.css'

/** The files of a receipt, each as it was received. */
export function ReceiptFiles({ receipt: { files } }: { readonly receipt: Receipt }) {
  const { timeZone } = useConfig()
  const unopenable = useUnopenable(files.map(({ FileID }) => FileID))
  return (
    <DataTable
      caption="Received files"
      columns={columnsIn(timeZone, unopenable)}
      rows={files}
      keyOf={({ FileID }) => FileID}
    />
  )
}

function columnsIn(
  timeZone: string,
  unopenable: ReadonlyMap<number, Unopenable>,
): readonly Column<ReceivedFile>[] {
  const tell = exactMoments(timeZone)
  return [
    { id: 'id', header: 'File ID', isRowHeader: true, cell: (file) => <FileLink file={file} /> },
    {
      id: 'name',
      header: 'File name',
      cell: ({ FileID, FileName }) => <Name name={FileName} check={unopenable.get(FileID)} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      isNoWrap: true,
      cell: ({ Bytes }) => Bytes.toLocaleString('en-US'),
    },
    {
      id: 'sha',
      header: 'SHA-256',
      cell: ({ SHA256 }) => <Hash digits={SHA256} />,
    },
    {
      id: 'received',
      header: 'Received',
      cell: ({ ReceivedAt }) => <Moment {...tell(new Date(ReceivedAt))} />,
    },
  ]
}

/** A file that nobody can open says why: what was received is what it says, whatever the scanner finds in it later. */
function Name({ name, check }: { readonly name: string; readonly check: Unopenable | undefined }) {
  return (
    <span className={classes.moment}>
      <bdi className={classes.name}>{name}</bdi>
      {check && <span className={classes.check}>{WHY_UNOPENABLE[check]}</span>}
    </span>
  )
}

/** Where it takes two lines, they are its halves. */
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
