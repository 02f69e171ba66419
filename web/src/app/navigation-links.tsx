import type { Session } from '@portal/contract/auth.ts'
import { Link, useLocation } from 'react-router'
import { useDocumentsPath } from '../features/files/list/remembered-filters.ts'
import { mayGo } from '../lib/may-go.ts'
import { PATHS } from '../lib/paths.ts'
import { ENTRIES, isCurrent } from './navigation-entries.ts'
import classes from './navigation.module.css'

type Props = { readonly session: Session; readonly onFollow?: () => void }

/** The addresses that this person may go to; the current one is highlighted. */
export function NavigationLinks({ session, onFollow }: Props) {
  const documents = useDocumentsPath(session.username)
  const { pathname } = useLocation()
  return ENTRIES.filter(({ path }) => mayGo(session, path)).map((entry) => (
    <Link
      key={entry.path}
      to={entry.path === PATHS.documents ? documents : entry.path}
      className={classes.entry}
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      onClick={onFollow}
    >
      {entry.label}
    </Link>
  ))
}
