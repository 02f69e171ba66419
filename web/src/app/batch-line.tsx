import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { BATCH } from '../features/upload/facts/batch-address.ts'
import { clearEndedQueue, useEndedQueue, useRunningQueue } from '../features/upload/sender/running-queue.ts'
import { PATHS } from '../lib/paths.ts'
import classes from './navigation.module.css'

/**
 * How far a batch is that goes on behind another screen, or that it has ended, and the way back to it. It scrolls away,
 * because heads of lists stay in sight right below the bar.
 */
export function BatchLine({ username }: { readonly username: string }) {
  const running = useRunningQueue(username)
  const ended = useEndedQueue(username)
  const { pathname, search } = useLocation()
  const isThere = pathname === PATHS.upload && new URLSearchParams(search).has(BATCH)
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
      {/* Always there: screen readers announce only what comes into a region that they know. */}
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
