import type { ResultOf } from '@portal/contract/endpoint.ts'
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

/** `/requests/mailbox?state=accepted` */
export const MAILBOX_ADDRESS = addressCodec({ state: oneOf(MAIL_STATES, 'waiting'), after: cursor() })

export type MailboxPage = ResultOf<typeof listMails>

export type MailboxState = ReturnType<typeof MAILBOX_ADDRESS.read>['state']

/** A page of messages. */
export function mailboxQuery({ state, after }: MailboxState) {
  const query = { state, after: after ?? undefined }
  return {
    queryKey: ['mailbox', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listMails, { query, signal }),
    fallback: listMails.fallback,
  }
}

/** Loads the message's current state. */
export function loadMail({ mailID: mailId }: Mail): Promise<Mail> {
  return call(getMail, { params: { mailId } })
}

/** The values for a message's files. */
export type Filing = {
  readonly countyID: number
  readonly categoryID: number
  readonly typeID: number
  readonly description: string
}

export function fileMail({ mailID: mailId }: Mail, body: Filing): Promise<Mail> {
  return call(acceptMail, { params: { mailId }, body })
}

export type MailRefusal = { readonly reason: string; readonly isTold: boolean }

export function rejectMail({ mailID: mailId }: Mail, body: MailRefusal): Promise<Mail> {
  return call(refuseMail, { params: { mailId }, body })
}
