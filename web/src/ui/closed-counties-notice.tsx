import { closedCountiesText } from '../lib/closed-counties.ts'
import { useSession } from '../lib/session.ts'
import classes from './closed-counties-notice.module.css'
import { Notice } from './notice.tsx'

/** Warns of a closed county before the user chooses files that it would reject. */
export function ClosedCountiesNotice() {
  const text = closedCountiesText(useSession())
  if (text === null) return null
  return (
    <div className={classes.closed}>
      <Notice tone="error">{text}</Notice>
    </div>
  )
}
