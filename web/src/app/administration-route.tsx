import { Navigate } from 'react-router'
import { adminTabs } from '../lib/admin-tabs.ts'
import { useSession } from '../lib/session.ts'
import { ForRight } from '../ui/for-right.tsx'

/** /admin: the first of the screens behind it that this person may see. */
export function AdministrationRoute() {
  const [first] = adminTabs(useSession())
  if (first) return <Navigate to={first.path} replace />
  return (
    <ForRight right="people.manage" title="Administration">
      {null}
    </ForRight>
  )
}
