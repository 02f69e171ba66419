import type { Person } from '@portal/contract/people/people.ts'
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
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { usePeopleScreen } from './use-people-screen.ts'
import { usePersonActs } from './use-person-acts.ts'

/** /admin/people: the people of the portal, for administrators and managers of counties. */
export function PeoplePage() {
  return (
    <ForRight right="people.manage" title="People">
      <People />
    </ForRight>
  )
}

function People() {
  useTitle('People')
  const session = useSession()
  const screen = usePeopleScreen()
  const acts = usePersonActs({ onSettled: () => void screen.forget() })
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.page?.people)
  const [opened, setOpened] = useState<Person | null>(null)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading
        aside={
          <Button look="primary" onClick={() => setIsInviting(true)}>
            Invite people
          </Button>
        }
      >
        People
      </PageHeading>
      <ScreenTabs label="Administration" tabs={adminTabs(session)} />
      <PeopleToolbar screen={screen} />
      <PeopleList ref={list} screen={screen} onOpen={setOpened} />
      <UndoableNotice notice={acts.notice} dismiss={acts.dismiss} />
      {opened && (
        <PersonDialog key={opened.userID} person={opened} acts={acts} onClose={() => setOpened(null)} />
      )}
      {isInviting && (
        <InviteDialog onInvited={() => void screen.forget()} onClose={() => setIsInviting(false)} />
      )}
    </>
  )
}
