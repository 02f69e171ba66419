import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { Link, useLocation } from 'react-router'
import { useDocumentsPath } from '../features/documents/remembered-filters.ts'
import { PATHS } from '../lib/paths.ts'
import { useRequestCounts } from '../lib/request-counts.ts'
import classes from './navigation.module.css'
import { entriesFor, isCurrent } from './screens.ts'

type Props = { readonly session: Session; readonly onFollow?: () => void }

/** Links to the screens that this user may open; the current one is highlighted. */
export function NavigationLinks({ session, onFollow }: Props) {
  const documents = useDocumentsPath(session.username)
  const { pathname } = useLocation()
  return entriesFor(session).map((entry) => (
    <Link
      key={entry.path}
      to={entry.path === PATHS.documents ? documents : entry.path}
      className={classes.entry}
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      data-counted={entry.path === PATHS.requests || undefined}
      onClick={onFollow}
    >
      {entry.label}
      {entry.path === PATHS.requests && <RequestCount username={session.username} />}
    </Link>
  ))
}

const MAX_SHOWN = 99

/** How much waits for a decision. In the row it has its place between two entries. */
function RequestCount({ username }: { readonly username: string }) {
  const count = [...useRequestCounts(username).values()].reduce((sum, each) => sum + each, 0)
  if (count === 0) return null
  return <span className={classes.count}>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
}
