import type { ReactNode } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { twinText } from '../../../lib/duplicate-texts.ts'
import { TwinLink } from '../../../ui/duplicate-link.tsx'
import type { EntryTwin } from '../sender/entry-twins.ts'
import classes from './twins.module.css'
import type { TwinsOfQueue } from './use-twins.ts'

type Props = {
  readonly twin: EntryTwin
  readonly twins: TwinsOfQueue
  /** Of what can be pressed: one stop of the Tab key a table. */
  readonly tabIndex: number
  /** What the file still needs before it can be sent, in the place of the way to send it. */
  readonly children: ReactNode
}

/** In the row of a file that is here already: its twin, and the way to send it all the same. */
export function TwinMark({ twin, twins, tabIndex, children }: Props) {
  const { timeZone } = useConfig()
  const { documents, earlier, entry } = twin
  const [newest] = documents.files
  return (
    <span className={classes.mark}>
      {newest ? (
        <span
          className={classes.same}
          title={`Same bytes as file ${newest.FileID}, ${twinText(newest, timeZone)}`}
        >
          Same as <TwinLink twin={newest} tabIndex={tabIndex} />
          <span className={classes.detail}>, {twinText(newest, timeZone)}</span>
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
          onClick={() => twins.sendAnyway([twin])}
        >
          Send anyway
        </button>
      )}
    </span>
  )
}
