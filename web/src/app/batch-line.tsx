import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { BATCH, isBatchAt } from '../features/upload/facts/batch-address.ts'
import { clearEndedQueue, useEndedQueue, useRunningQueue } from '../features/upload/sender/running-queue.ts'
import { PATHS } from '../lib/paths.ts'
import classes from './navigation.module.css'

/**
 * Shows the progress or the end of a batch that runs behind another screen, with a link back to it. The line scrolls
 * away, because list headings stay in sight right below the bar.
 */
export function BatchLine({ username }: { readonly username: string }) {
  const running = useRunningQueue(username)
  const ended = useEndedQueue(username)
  const isThere = isBatchAt(useLocation())
  const isTold = ended !== null && !isThere
  useEffect(() => {
    if (isThere && ended !== null) clearEndedQueue()
  }, [isThere, ended])
  return (
    <>
      {running !== null && !isThere && (
        <aside aria-label="Batch on its way" className={classes.batch}>
          {running} <ToBatch />
        </aside>
      )}
      {/* Always rendered: screen readers announce only changes in a live region that already exists. */}
      <output className={isTold ? classes.batch : undefined}>
        {isTold && (
          <>
            Your batch has ended: {ended} <ToBatch />
          </>
        )}
      </output>
    </>
  )
}

function ToBatch() {
  return <Link to={`${PATHS.upload}?${BATCH}`}>Show the batch</Link>
}
