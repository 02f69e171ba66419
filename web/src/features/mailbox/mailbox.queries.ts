import {
  acceptMail,
  getMail,
  listMails,
  MAIL_STATES,
  refuseMail,
  type Mail,
} from '@portal/contract/ingestion/mailbox.ts'
import { call } from '../../lib/call.ts'
import { addressCodec, cursor, oneOf } from '../../ui/list-screen/address-codec.ts'
import { readMail, readMailbox } from './mailbox.wire.ts'

/** `/admin/mailbox?state=accepted` */
export const MAILBOX_ADDRESS = addressCodec({ state: oneOf(MAIL_STATES, 'waiting'), after: cursor() })

export type MailboxState = ReturnType<typeof MAILBOX_ADDRESS.read>['state']

/** A page of messages. */
export function mailboxQuery({ state, after }: MailboxState) {
  const query = { state, after: after ?? undefined }
  return {
    queryKey: ['mailbox', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readMailbox(await call(listMails, { query, signal })),
    fallback: listMails.fallback,
  }
}

/** The message as it is now. */
export async function loadMail({ mailID: mailId }: Mail): Promise<Mail> {
  return readMail(await call(getMail, { params: { mailId } }))
}

/** What is said of the files of a message. */
export type Filing = {
  readonly countyID: number
  readonly categoryID: number
  readonly typeID: number
  readonly description: string
}

export async function fileMail({ mailID: mailId }: Mail, body: Filing): Promise<Mail> {
  return readMail(await call(acceptMail, { params: { mailId }, body }))
}

export type MailRefusal = { readonly reason: string; readonly isTold: boolean }

export async function rejectMail({ mailID: mailId }: Mail, body: MailRefusal): Promise<Mail> {
  return readMail(await call(refuseMail, { params: { mailId }, body }))
}
