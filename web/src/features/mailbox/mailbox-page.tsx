import { exportMails, MAIL_STATES, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { useRecount } from '../../lib/request-counts.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { AddressChoice } from '../../ui/list-screen/address-fields.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../ui/list-screen/list-toolbar.tsx'
import { RequestTabs } from '../../ui/screen-tabs.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { mailColumns } from './mail-columns.tsx'
import { MailDialog, type MailPreviewPart } from './mail-dialog.tsx'
import { MailNotices } from './mail-notices.tsx'
import { extentText, NOT_SET_UP, NOTHING_THERE, STATE_NAMES } from './mailbox-texts.ts'
import {
  MAILBOX_ADDRESS,
  mailboxQuery,
  type MailboxPage as ShownPage,
  type MailboxState,
} from './mailbox.queries.ts'
import { useMailActs } from './use-mail-acts.ts'

const TITLE = 'Mailbox'

const LABELS = { state: 'Show' }

const STATE_CHOICES = MAIL_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] }))

/** /requests/mailbox: messages that need a decision, and decided ones. */
export function MailboxPage({ mailPreview }: { readonly mailPreview: MailPreviewPart }) {
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: MAILBOX_ADDRESS,
    query: mailboxQuery,
    rowsOf: ({ mails }) => mails,
  })
  const recount = useRecount()
  const acts = useMailActs({
    onSettled: () => {
      screen.reload()
      recount()
    },
  })
  const [opened, setOpened] = useState<Mail | null>(null)
  const { page, of } = screen.shown ?? {}
  const { state, after } = screen.state
  const next = page?.next ?? null
  return (
    <ListScreen
      screen={screen}
      title={TITLE}
      aside={<ExportMenu endpoint={exportMails} query={{ state: screen.state.state }} />}
      above={
        <>
          <RequestTabs />
          <ListToolbar screen={screen} labels={LABELS} isCompact>
            <AddressChoice screen={screen} name="state" label={LABELS.state} options={STATE_CHOICES} />
          </ListToolbar>
        </>
      }
      label="E-mails"
      loading="Loading e-mails..."
      explainsFailure
      extent={page && of ? extentOf(page, of) : ''}
      count={page ? page.mails.length : null}
      table={
        <DataTable
          caption="E-mails"
          columns={mailColumns({ timeZone, state: of?.state ?? state, onOpen: setOpened })}
          rows={page?.mails ?? []}
          keyOf={({ mailID }) => mailID}
          isStale={screen.isOlder}
        />
      }
      nothing={{
        all: page?.isSetUp === false ? NOT_SET_UP : NOTHING_THERE[state],
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: after === null ? null : { after: null } }}
          ahead={{ label: 'Next', to: next === null ? null : { after: next } }}
        />
      }
    >
      <MailNotices acts={acts} />
      {opened && (
        <MailDialog
          key={opened.mailID}
          mail={opened}
          acts={acts}
          mailPreview={mailPreview}
          onClose={() => setOpened(null)}
        />
      )}
    </ListScreen>
  )
}

function extentOf({ waiting, mails, next }: ShownPage, { state, after }: MailboxState): string {
  return extentText(state, { waiting, listed: mails.length, isWhole: after === null && next === null })
}
