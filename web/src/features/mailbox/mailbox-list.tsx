import type { Mail } from '@portal/contract/ingestion/mailbox.ts'
import type { RefObject } from 'react'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import screenClasses from '../../ui/list-screen.module.css'
import { ListSteps } from '../../ui/list-steps.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { MailboxAddress } from './mailbox-address.ts'
import type { MailboxPage } from './mailbox.wire.ts'
import { mailColumns } from './mail-columns.tsx'
import { extentText, NOTHING_THERE } from './mailbox-texts.ts'
import type { MailboxScreen } from './use-mailbox-screen.ts'

type Props = {
  readonly screen: MailboxScreen
  readonly onOpen: (mail: Mail) => void
  readonly ref: RefObject<HTMLElement | null>
}

/** A page of messages, and the way to the next one. */
export function MailboxList({ screen, onOpen, ref }: Props) {
  const { timeZone } = useConfig()
  const { address, page, isStale, isLoading, failure } = screen
  return (
    <section ref={ref} tabIndex={-1} aria-label="Messages" className={screenClasses.list}>
      {failure !== null && <LoadFailed text={failure} onRetry={screen.reload} />}
      <output className={screenClasses.extent}>{page && !isStale && extentOf(page, address)}</output>
      {page === null && isLoading && <Loading>Loading messages...</Loading>}
      {page && page.mails.length > 0 && (
        <DataTable
          caption="Messages"
          columns={mailColumns({ timeZone, state: address.state, onOpen })}
          rows={page.mails}
          keyOf={({ mailID }) => mailID}
          isStale={isStale}
        />
      )}
      {page?.mails.length === 0 && <NothingListed screen={screen} />}
      {page && <Steps screen={screen} list={ref} />}
    </section>
  )
}

function extentOf({ waiting, mails, next }: MailboxPage, { state, after }: MailboxAddress): string {
  return extentText(state, { waiting, listed: mails.length, isWhole: after === null && next === null })
}

const NOT_SET_UP = 'The portal reads no mailbox. Whoever runs it can name one in its settings (MAILBOX_URL).'

function NothingListed({ screen: { address, page, goToTop } }: Pick<Props, 'screen'>) {
  if (address.after !== null) {
    return (
      <EmptyState action={<Button onClick={goToTop}>To the beginning</Button>}>
        There is nothing on this page any more.
      </EmptyState>
    )
  }
  return <EmptyState>{page?.isSetUp === false ? NOT_SET_UP : NOTHING_THERE[address.state]}</EmptyState>
}

type StepsProps = Pick<Props, 'screen'> & { readonly list: Props['ref'] }

function Steps({ screen: { address, page, goAfter, goToTop }, list }: StepsProps) {
  const next = page?.next ?? null
  return (
    <ListSteps
      list={list}
      back={{ label: 'To the beginning', go: address.after === null ? null : goToTop }}
      ahead={{ label: 'Next', go: next === null ? null : () => goAfter(next) }}
    />
  )
}
