import type { CorrectionFile, Corrections } from '@portal/contract/corrections/corrections.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { correctionsQuery, viewPath } from '../../lib/corrections.queries.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../button.tsx'
import classes from './corrections-line.module.css'
import { CorrectionsDialog } from './corrections-dialog.tsx'

type Props = {
  readonly fileId: number
  /** Whether nothing may change: the document is in the bin, or not known yet. */
  readonly isFixed?: boolean
}

/** What a document corrects and what corrects it, in a line of constant height. The dialog shows the whole chain. */
export function CorrectionsLine({ fileId, isFixed = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery(correctionsQuery(fileId))
  return (
    <div className={classes.line}>
      <div className={classes.row}>
        <span className={classes.text}>
          {data ? <Neighbors chain={data} /> : isError ? 'Not loaded' : ''}
        </span>
        {data && (
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Corrections…
          </Button>
        )}
      </div>
      {data && isOpen && (
        <CorrectionsDialog chain={data} isFixed={isFixed} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

function Neighbors({ chain: { older, newer } }: { readonly chain: Corrections }) {
  const [corrected, correction] = [older[0], newer[0]]
  if (!corrected && !correction) return 'None'
  return (
    <>
      {correction && <FileLink before="Corrected by" file={correction} />}
      {corrected && correction && ' · '}
      {corrected && <FileLink before="Corrects" file={corrected} />}
    </>
  )
}

function FileLink({ before, file }: { readonly before: string; readonly file: CorrectionFile }) {
  const { timeZone } = useConfig()
  const about = `${file.FileName}, received ${formatDateTime(file.UploadDate, timeZone)}`
  return (
    <>
      {before}{' '}
      <Link to={viewPath(file.FileID)} title={about}>
        file {file.FileID}
      </Link>
    </>
  )
}
