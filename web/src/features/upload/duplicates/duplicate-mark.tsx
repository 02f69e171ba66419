import type { ReactNode } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { duplicateText } from '../../../lib/duplicate-texts.ts'
import { DuplicateLink } from '../../../ui/duplicate-link.tsx'
import type { EntryDuplicate } from '../sender/entry-duplicates.ts'
import classes from './duplicates.module.css'
import type { QueueDuplicates } from './use-duplicates.ts'

type Props = {
  readonly duplicate: EntryDuplicate
  readonly duplicates: QueueDuplicates
  /** The tab index of the mark's controls: each table is a single Tab stop. */
  readonly tabIndex: number
  /** What the file still needs before it can be sent; shown in place of the "Send anyway" button. */
  readonly children: ReactNode
}

/** Marks a row whose file is already on file: shows the duplicate and a button to send the file anyway. */
export function DuplicateMark({ duplicate, duplicates, tabIndex, children }: Props) {
  const { timeZone } = useConfig()
  const { documents, earlier, entry } = duplicate
  const [newest] = documents.files
  return (
    <span className={classes.mark}>
      {newest ? (
        <span
          className={classes.same}
          title={`Same bytes as file ${newest.FileID}, ${duplicateText(newest, timeZone)}`}
        >
          Same as <DuplicateLink duplicate={newest} tabIndex={tabIndex} />
          <span className={classes.detail}>, {duplicateText(newest, timeZone)}</span>
        </span>
      ) : (
        <span className={classes.same} title={`Same bytes as ${earlier?.name} in this list`}>
          Same as <bdi>{earlier?.name}</bdi>
        </span>
      )}
      {children ? (
        <span className={classes.needs}>{children}</span>
      ) : (
        <button
          type="button"
          className={classes.anyway}
          tabIndex={tabIndex}
          aria-label={`Send ${entry.name} anyway`}
          onClick={() => duplicates.sendAnyway([duplicate])}
        >
          Send anyway
        </button>
      )}
    </span>
  )
}
