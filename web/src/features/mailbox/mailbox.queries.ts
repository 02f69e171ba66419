import { acceptMail, getMail, listMails, refuseMail, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { UnreadableAnswer } from '../../lib/wire.ts'
import type { MailboxAddress } from './mailbox-address.ts'
import { readMail, readMailbox } from './mailbox.wire.ts'

export const MAILBOX_KEY = ['mailbox']

/** A page of messages; mail comes and others decide, so it is never fresh. */
export function mailboxQuery({ state, after }: MailboxAddress) {
  const query = { state, after: after ?? undefined }
  return queryOptions({
    queryKey: [...MAILBOX_KEY, query],
    queryFn: async ({ signal }) => readMailbox(await call(listMails, { query, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: (error) => error instanceof UnreadableAnswer,
  })
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
