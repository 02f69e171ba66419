import { MAIL_STATES, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { useRef, useState } from 'react'
import { adminTabs } from '../../lib/admin-tabs.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ForRight } from '../../ui/for-right.tsx'
import { ListOutcome } from '../../ui/list-outcome.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { MailDialog } from './mail-dialog.tsx'
import { stateOf } from './mailbox-address.ts'
import { MailboxList } from './mailbox-list.tsx'
import { STATE_NAMES } from './mailbox-texts.ts'
import classes from './mailbox.module.css'
import { useMailActs, useMailboxScreen } from './use-mailbox-screen.ts'

const TITLE = 'Mailbox'

/** /admin/mailbox: the messages on which somebody has to decide, and what became of the others. */
export function MailboxPage() {
  return (
    <ForRight right="portal.manage" title={TITLE}>
      <Mailbox />
    </ForRight>
  )
}

const STATE_CHOICES = MAIL_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] }))

function Mailbox() {
  useTitle(TITLE)
  const session = useSession()
  const screen = useMailboxScreen()
  const acts = useMailActs({ onSettled: screen.reload })
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.page?.mails)
  const [opened, setOpened] = useState<Mail | null>(null)
  return (
    <>
      <PageHeading>{TITLE}</PageHeading>
      <ScreenTabs label="Administration" tabs={adminTabs(session)} />
      <search className={classes.toolbar}>
        <SelectField
          label="Show"
          options={STATE_CHOICES}
          value={screen.address.state}
          onChange={(value) => screen.show(stateOf(value))}
        />
      </search>
      <MailboxList ref={list} screen={screen} onOpen={setOpened} />
      <NoticeDock>
        <ListOutcome notice={acts.notice} onDismiss={acts.dismiss} loadFailure={null} />
      </NoticeDock>
      {opened && <MailDialog key={opened.mailID} mail={opened} acts={acts} onClose={() => setOpened(null)} />}
    </>
  )
}
