import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listMails, Mail, MailFile } from '@portal/contract/ingestion/mailbox.ts'
import { fieldsOf, rowsOf, UnreadableAnswer } from '../../lib/wire.ts'

export type MailboxPage = {
  readonly isSetUp: boolean
  readonly waiting: number
  readonly mails: readonly Mail[]
  /** The place behind which the next page stands; null where there is none. */
  readonly next: string | null
}

export function readMailbox(answer: ResultOf<typeof listMails>): MailboxPage {
  const { isSetUp, waiting, mails, next } = fieldsOf(answer)
  return {
    isSetUp: isSetUp ?? true,
    waiting: waiting ?? 0,
    mails: rowsOf(mails).map((mail) => readMail(mail as Mail)),
    next: next ?? null,
  }
}

/** @throws UnreadableAnswer where it is no message. */
export function readMail(answer: Mail): Mail {
  const { files, mailID } = fieldsOf(answer)
  if (typeof mailID !== 'string') throw new UnreadableAnswer()
  return { ...answer, files: rowsOf(files) as MailFile[] }
}
