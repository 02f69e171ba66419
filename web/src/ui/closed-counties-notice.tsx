import { closedCountiesText } from '../lib/closed-counties.ts'
import { useSession } from '../lib/session.ts'
import { Notice } from './notice.tsx'

/** Warns of a closed county before somebody chooses files that it would refuse. */
export function ClosedCountiesNotice() {
  const text = closedCountiesText(useSession())
  return text === null ? null : <Notice tone="error">{text}</Notice>
}
