import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportMails as exportMailsCall, MailState } from '@portal/contract/ingestion/mailbox.ts'
import type { CallResult, RawBody } from '../../../engines/http/call-result.ts'
import type { PersonContext } from '../../../records/context.ts'
import { exportList, pagesAfter, type ListColumn } from '../../../records/exports/export-list.ts'
import {
  countMailsIn,
  readFilesOfMails,
  readMails,
  type ListedMail,
  type ListedMailFile,
} from './mails.repository.ts'

/** As the screen names them. */
const STATES: Readonly<Record<MailState, string>> = {
  waiting: 'To review',
  accepted: 'Filed',
  refused: 'Rejected',
}

type ExportedMail = ListedMail & { readonly files: readonly ListedMailFile[] }

const COLUMNS = {
  arrived: { title: 'Arrived', kind: 'moment', cell: ({ arrivedAt }) => arrivedAt.toISOString() },
  from: { title: 'From', kind: 'text', width: 36, cell: ({ sender }) => sender },
  account: { title: 'Account', kind: 'text', width: 30, cell: ({ account }) => account },
  to: { title: 'To', kind: 'text', width: 30, cell: ({ recipient }) => recipient },
  subject: { title: 'Subject', kind: 'text', width: 44, cell: ({ subject }) => subject },
  size: { title: 'Size (bytes)', kind: 'integer', cell: ({ byteSize }) => byteSize },
  state: { title: 'Status', kind: 'text', width: 12, cell: ({ state }) => STATES[state] },
  reason: { title: 'Reason', kind: 'text', width: 44, cell: ({ reason }) => reason },
  files: {
    title: 'Files',
    kind: 'text',
    width: 44,
    cell: ({ files }) => files.map(({ fileName }) => fileName).join('; '),
  },
  fileIds: {
    title: 'File IDs',
    kind: 'text',
    width: 16,
    cell: ({ files }) => files.flatMap(({ documentId }) => documentId ?? []).join('; '),
  },
  decided: { title: 'Decided', kind: 'moment', cell: ({ decidedAt }) => decidedAt?.toISOString() ?? null },
  decidedBy: { title: 'Decided by', kind: 'text', cell: ({ decidedBy }) => decidedBy },
} as const satisfies Record<string, ListColumn<ExportedMail>>

/**
 * The messages of a state, in the order of the list, as a file.
 * @throws PortalError as `sendExport`.
 */
export async function exportMails(
  context: PersonContext,
  { format, method, state = 'waiting' }: QueryOf<typeof exportMailsCall> & { readonly method: string },
): Promise<CallResult<RawBody>> {
  return exportList(context, {
    list: 'mailbox',
    title: 'Mailbox',
    format,
    method,
    columns: COLUMNS,
    filters: [['Status', STATES[state]]],
    right: 'portal.manage',
    count: (transaction) => countMailsIn(transaction, state),
    pages: (transaction) =>
      pagesAfter(
        (last: ListedMail | null, atMost) =>
          readMails(transaction, {
            state,
            after: last && { at: last.arrivedAt.toISOString(), id: last.id },
            atMost,
          }),
        async (mails) => {
          const files = await readFilesOfMails(
            transaction,
            mails.map(({ id }) => id),
          )
          return mails.map((mail) => ({
            ...mail,
            files: files.filter(({ deliveryId }) => deliveryId === mail.id),
          }))
        },
      ),
  })
}
