import type { Upload } from '@portal/contract/files.ts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import { PATHS } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ConfettiShower } from './confetti-shower.tsx'
import classes from './upload.module.css'

type Props = { readonly stored: readonly Upload[]; readonly onAgain: () => void }

/** What was stored, as the sender's receipt. Whoever asks for /add again, here or in the navigation, starts afresh. */
export function UploadSuccess({ stored, onAgain }: Props) {
  useNewVisit(onAgain)
  useEffect(() => {
    // Its answer, a promise in newer browsers, is not for React.
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <ConfettiShower />
      <PageHeading takesFocus>Upload successful!</PageHeading>
      <div className={classes.receipt}>
        <Notice tone="success">All files uploaded successfully!</Notice>
        {stored.length > 0 && <StoredFiles stored={stored} />}
        <div className={classes.actions}>
          <Link to={PATHS.upload} className={buttonClass('primary')}>
            Upload again
          </Link>
          <Link to={PATHS.documents} className={buttonClass('plain')}>
            View uploaded documents
          </Link>
        </div>
      </div>
    </>
  )
}

/** Tells of a navigation to the screen that is open already; a jump to a place inside it is none. */
function useNewVisit(onVisit: () => void): void {
  const { key, hash } = useLocation()
  const keyAtFirst = useRef(key)
  useEffect(() => {
    if (key !== keyAtFirst.current && hash === '') onVisit()
  }, [key, hash, onVisit])
}

function StoredFiles({ stored }: Pick<Props, 'stored'>) {
  const { timeZone } = useConfig()
  const columns: readonly Column<Upload>[] = [
    { id: 'id', header: 'File ID', cell: ({ FileID }) => FileID, isRowHeader: true, isNoWrap: true },
    { id: 'name', header: 'File name', cell: ({ FileName }) => FileName },
    { id: 'county', header: 'County', cell: ({ CountyName }) => CountyName ?? NOTHING },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
      isNoWrap: true,
    },
  ]
  return <DataTable caption="Stored files" columns={columns} rows={stored} keyOf={({ FileID }) => FileID} />
}
