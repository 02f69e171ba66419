import { MANAGERS_ONLY } from '@portal/contract/common-errors.ts'
import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import type { Person } from '@portal/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminTabs } from '../../lib/admin-tabs.ts'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { usePeopleScreen } from './use-people-screen.ts'
import { usePersonActs, type PersonActs } from './use-person-acts.ts'

/** /admin/people: the people of the portal, for administrators and managers of counties. */
export function PeoplePage() {
  useTitle('People')
  const isTheirs = may(useSession(), 'people.manage')
  if (isTheirs) return <People />
  return (
    <>
      <PageHeading>People</PageHeading>
      <Notice tone="error">{MANAGERS_ONLY.sentence}</Notice>
    </>
  )
}

function People() {
  const session = useSession()
  const all = useQuery({ ...countiesQuery, enabled: session.isAdmin })
  const counties = session.isAdmin ? (all.data ?? []) : session.counties
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
      <PeopleToolbar screen={screen} counties={counties} />
      <PeopleList ref={list} screen={screen} onOpen={setOpened} />
      <Outcome acts={acts} />
      {opened && (
        <PersonDialog
          key={opened.userID}
          person={opened}
          counties={counties}
          acts={acts}
          onClose={() => setOpened(null)}
        />
      )}
      {isInviting && (
        <InviteDialog
          counties={counties}
          onInvited={() => void screen.forget()}
          onClose={() => setIsInviting(false)}
        />
      )}
    </>
  )
}

function Outcome({ acts: { notice, dismiss } }: { readonly acts: PersonActs }) {
  return (
    <NoticeDock>
      {notice && (
        <Notice
          key={notice.id}
          tone={notice.tone}
          onDismiss={dismiss}
          // What can be taken back stays until it is dismissed.
          {...(notice.tone === 'success' && !notice.undo && { dismissAfter: DELETE_NOTICE_MS })}
          {...(notice.undo && {
            action: (
              <Button look="quiet" onClick={notice.undo}>
                Undo
              </Button>
            ),
          })}
        >
          {notice.text}
        </Notice>
      )}
    </NoticeDock>
  )
}
