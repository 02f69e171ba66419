import { Link, useLocation } from 'react-router'
import { BATCH } from '../features/files/upload/batch-address.ts'
import { useRunningQueue } from '../features/files/upload/queue/running-queue.ts'
import { PATHS } from '../lib/paths.ts'
import classes from './navigation.module.css'

/**
 * How far a batch is that goes on behind another screen, and the way back to it. It scrolls away, because heads of lists
 * stay in sight right below the bar.
 */
export function BatchLine({ username }: { readonly username: string }) {
  const text = useRunningQueue(username)
  const { pathname, search } = useLocation()
  const isThere = pathname === PATHS.upload && new URLSearchParams(search).has(BATCH)
  if (text === null || isThere) return null
  return (
    <aside aria-label="Batch on its way" className={classes.batch}>
      {text} <Link to={`${PATHS.upload}?${BATCH}`}>Show the batch</Link>
    </aside>
  )
}
