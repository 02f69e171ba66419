import { MANAGERS_ONLY } from '@portal/contract/access/rights-errors.ts'
import { Navigate } from 'react-router'
import { adminTabs } from '../lib/admin-tabs.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** /admin: the first of the screens behind it that this person may see. */
export function AdministrationRoute() {
  useTitle('Administration')
  const [first] = adminTabs(useSession())
  if (first) return <Navigate to={first.path} replace />
  return (
    <>
      <PageHeading>Administration</PageHeading>
      <Notice tone="error">{MANAGERS_ONLY.sentence}</Notice>
    </>
  )
}
