import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { adminTabs } from '../../lib/admin-tabs.ts'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ForRight } from '../../ui/for-right.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { HistoryList } from './history-list.tsx'
import { HistoryToolbar } from './history-toolbar.tsx'
import { csvAddress, kindsQuery } from './history.queries.ts'
import { useHistoryScreen } from './use-history-screen.ts'

/** /admin/history: who did what, for administrators and, of their counties, for managers. */
export function HistoryPage() {
  return (
    <ForRight right="audit.read" title="What happened">
      <History />
    </ForRight>
  )
}

function History() {
  useTitle('What happened')
  const session = useSession()
  const all = useQuery({ ...countiesQuery, enabled: session.isAdmin })
  const kinds = useQuery(kindsQuery)
  const screen = useHistoryScreen()
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.page?.happenings)
  return (
    <>
      <PageHeading
        aside={
          <a className={buttonClass('plain')} href={csvAddress(screen.filters)} download>
            Download CSV
          </a>
        }
      >
        What happened
      </PageHeading>
      <ScreenTabs label="Administration" tabs={adminTabs(session)} />
      <HistoryToolbar
        screen={screen}
        counties={session.isAdmin ? (all.data ?? []) : session.counties}
        kinds={kinds.data ?? []}
        onReloadCounties={reloadOf(all)}
        onReloadKinds={reloadOf(kinds)}
      />
      <HistoryList ref={list} screen={screen} />
    </>
  )
}
