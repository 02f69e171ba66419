import { Link } from 'react-router'
import { useTitle } from '../lib/use-title.ts'
import { buttonClass } from '../ui/button.tsx'
import classes from './message-page.module.css'

/** For unknown addresses, and for screens that this release does not have yet. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>This page does not exist</h1>
      <p>The address may be mistyped, or the page has moved.</p>
      <p className={classes.ways}>
        <Link to="/" className={buttonClass('primary')}>
          Back to the start
        </Link>
      </p>
    </div>
  )
}
