import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import { useRef, useState } from 'react'
import { adminTabs } from '../../lib/admin-tabs.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ForRight } from '../../ui/for-right.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { UndoableNotice } from '../../ui/undoable-notice.tsx'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { CountiesList, CountiesToolbar } from './counties-list.tsx'
import { CountyDialog } from './county-dialog.tsx'
import { useCountiesScreen } from './use-counties-screen.ts'
import { useCountyActs } from './use-county-acts.ts'

/** /admin/counties: the counties of the portal, for administrators. */
export function CountiesPage() {
  return (
    <ForRight right="portal.manage" title="Counties">
      <Counties />
    </ForRight>
  )
}

function Counties() {
  useTitle('Counties')
  const session = useSession()
  const screen = useCountiesScreen()
  const acts = useCountyActs({ onSettled: () => void screen.forget() })
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.counties ?? undefined)
  const [opened, setOpened] = useState<ManagedCounty | 'new' | null>(null)
  return (
    <>
      <PageHeading
        aside={
          <Button look="primary" onClick={() => setOpened('new')}>
            Add a county
          </Button>
        }
      >
        Counties
      </PageHeading>
      <ScreenTabs label="Administration" tabs={adminTabs(session)} />
      <CountiesToolbar screen={screen} />
      <CountiesList ref={list} screen={screen} onOpen={setOpened} />
      <UndoableNotice notice={acts.notice} dismiss={acts.dismiss} />
      {opened !== null && (
        <CountyDialog county={opened === 'new' ? null : opened} acts={acts} onClose={() => setOpened(null)} />
      )}
    </>
  )
}
