import type { Upload } from '@portal/contract/files/files.ts'
import { listReceiptsOfFile } from '@portal/contract/receipts/receipts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime, formatMoment, NOTHING } from '../../lib/format.ts'
import { pathOfReceipt, receiptsOfFileQuery } from '../../lib/receipts.queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useRowControl } from '../../ui/row-controls.ts'
import { Loading } from '../../ui/loading.tsx'
import { DuplicateLink } from '../../ui/duplicate-link.tsx'
import { sameBytesText, duplicateText, duplicatesQuery } from '../../lib/duplicate-texts.ts'
import classes from './file-details.module.css'

type Props = { readonly document: Upload; readonly timeZone: string }

/** The id of a document; a click opens its details. */
export function FileIdCell({ document, timeZone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const rowControl = useRowControl()
  return (
    <>
      <button
        type="button"
        className={classes.id}
        {...rowControl}
        title="Details"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {document.FileID}
      </button>
      <Dialog opened={isOpen} title={`File ${document.FileID}`} onClose={() => setIsOpen(false)}>
        <FileDetails document={document} timeZone={timeZone} />
      </Dialog>
    </>
  )
}

function FileDetails({ document, timeZone }: Props) {
  const { FileName, UploadDate, UploadedBy, CountyName } = document
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="File name" value={FileName} />
        <Fact name="Date" value={formatMoment(UploadDate, timeZone)} />
        <Fact name="User" value={UploadedBy} />
        <Fact name="County" value={CountyName ?? ''} />
      </dl>
      <Receipts fileId={document.FileID} timeZone={timeZone} />
      <SameBytes fileId={document.FileID} timeZone={timeZone} />
    </>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value || NOTHING}</bdi>
      </dd>
    </div>
  )
}

/** The receipts that contain the document. */
function Receipts({ fileId, timeZone }: { readonly fileId: number; readonly timeZone: string }) {
  const { data, error, refetch } = useQuery(receiptsOfFileQuery(fileId))
  if (error !== null)
    return (
      <LoadFailed text={failureText(error, listReceiptsOfFile.fallback)} onRetry={() => void refetch()} />
    )
  if (!data) return <Loading>Looking for its receipt...</Loading>
  if (data.length === 0) return <p className={classes.same}>No receipt holds this file yet.</p>
  return (
    <ul aria-label="Receipts" className={classes.duplicates}>
      {data.map(({ Number: number, MadeAt }) => (
        <li key={number}>
          Receipt <Link to={pathOfReceipt(number)}>{number}</Link>, {formatDateTime(MadeAt, timeZone)}
        </li>
      ))}
    </ul>
  )
}

/** The other documents with the same bytes; only the newest are listed. */
function SameBytes({ fileId, timeZone }: { readonly fileId: number; readonly timeZone: string }) {
  const duplicates = useQuery(duplicatesQuery(fileId))
  if (duplicates.isError) return <LoadFailed onRetry={() => void duplicates.refetch()} />
  if (!duplicates.data) return <Loading>Checking for duplicates...</Loading>
  const { total, files } = duplicates.data
  return (
    <>
      <p className={classes.same}>{sameBytesText(total)}</p>
      {files.length > 0 && (
        <ul className={classes.duplicates}>
          {files.map((duplicate) => (
            <li key={duplicate.FileID}>
              <DuplicateLink duplicate={duplicate} />, {duplicateText(duplicate, timeZone)}
            </li>
          ))}
          {total > files.length && <li>and {total - files.length} more</li>}
        </ul>
      )}
    </>
  )
}
