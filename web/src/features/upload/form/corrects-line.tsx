import { getCorrections } from '@portal/contract/corrections/corrections.ts'
import { CORRECTED_UNKNOWN } from '@portal/contract/files/correction-errors.ts'
import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { correctionsQuery, correctPath } from '../../../lib/corrections.queries.ts'
import { failedBy, failureText } from '../../../lib/failure-text.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import classes from './upload.module.css'

type Props = {
  readonly fileId: number
  readonly isFixed: boolean
  readonly onRemove: () => void
}

/** The file that this upload corrects, in a line of constant height: it is there before the name of the file. */
export function CorrectsLine({ fileId, isFixed, onRemove }: Props) {
  return (
    <div className={classes.corrects}>
      <p className={classes.correctsText}>
        <b>Corrects file {fileId}</b> <About fileId={fileId} />
      </p>
      <Button look="quiet" disabled={isFixed} onClick={onRemove}>
        Remove correction
      </Button>
    </div>
  )
}

function About({ fileId }: Pick<Props, 'fileId'>) {
  const { timeZone } = useConfig()
  const { data, error } = useQuery(correctionsQuery(fileId))
  if (error) {
    const isUnknown = failedBy(error, FILE_NOT_FOUND)
    return (
      <span role="alert" className={classes.problem}>
        {isUnknown ? CORRECTED_UNKNOWN.sentence : failureText(error, getCorrections.fallback)}
      </span>
    )
  }
  const newest = data?.newer.at(-1)
  if (newest) {
    return (
      <span role="alert" className={classes.problem}>
        It is already corrected. <Link to={correctPath(newest.FileID)}>Correct file {newest.FileID}</Link>{' '}
        instead.
      </span>
    )
  }
  return data && `${data.file.FileName}, received ${formatDateTime(data.file.UploadDate, timeZone)}`
}
