import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { IconChecklist } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useDocumentsPath } from '../features/documents/remembered-filters.ts'
import { PATHS, screenAt } from '../lib/paths.ts'
import { useRequestCounts } from '../lib/request-counts.ts'
import { useWorkCount } from '../lib/work-count.ts'
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
  return <span className={classes.count}>{shownCount(count)}</span>
}

function shownCount(count: number): string {
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
}

/** `2 files`; nothing for none. */
function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${shownCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The way to *My work*, with the number of files that the person works on and of questions to them. The number has its place from the start. */
export function WorkLink({ session: { username } }: { readonly session: Pick<Session, 'username'> }) {
  const { pathname } = useLocation()
  const { assigned, questions } = useWorkCount(username)
  const count = assigned + questions
  const words = [counted(assigned, 'file'), counted(questions, 'question')].filter(Boolean)
  return (
    <Link
      to={PATHS.myWork}
      className={classes.work}
      title="My work"
      aria-label={['My work', ...words].join(', ')}
      aria-current={screenAt(pathname) === PATHS.myWork ? 'page' : undefined}
    >
      <IconChecklist aria-hidden size={22} stroke={1.6} />
      {count > 0 && <span className={`${classes.count} ${classes.workCount}`}>{shownCount(count)}</span>}
    </Link>
  )
}
