import { DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import {
  MAIL_NOT_WAITING,
  type Mail,
  type MailFile,
  type MailState,
} from '@portal/contract/ingestion/mailbox.ts'

export const STATE_NAMES: Readonly<Record<MailState, string>> = {
  waiting: 'To review',
  accepted: 'Filed',
  refused: 'Rejected',
}

export const NOTHING_THERE: Readonly<Record<MailState, string>> = {
  waiting: 'No e-mails to review.',
  accepted: 'No e-mails were filed.',
  refused: 'No e-mails were rejected.',
}

export const NOT_SET_UP = 'No mailbox is connected. Ask whoever runs the server (MAILBOX_URL).'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

type Extent = {
  /** The total number of pending messages. */
  readonly waiting: number
  /** The number of messages on the page. */
  readonly listed: number
  /** Whether the page lists all messages. */
  readonly isWhole: boolean
}

/** Counts the messages in the selected state. */
export function extentText(state: MailState, { waiting, listed, isWhole }: Extent): string {
  if (state === 'waiting') return counted(waiting, 'e-mail to review', 'e-mails to review')
  const messages = counted(listed, 'e-mail', 'e-mails')
  return isWhole ? messages : `${messages} on this page`
}

export function subjectText({ subject }: Pick<Mail, 'subject'>): string {
  return subject === '' ? 'Without a subject' : subject
}

/** Counts the files, and those stored once the message is decided. */
export function filesText({ files, state }: Pick<Mail, 'files' | 'state'>): string {
  const stored = files.filter((file) => file.state === 'accepted').length
  const all = files.length === 0 ? 'None' : counted(files.length, 'file', 'files')
  return state === 'waiting' || stored === files.length ? all : `${stored} of ${all}`
}

/** The result for one file of a message. */
export function verdictText(
  { name, state, fileID, reason }: Pick<MailFile, 'name' | 'state' | 'fileID' | 'reason'>,
  { state: ended }: Pick<Mail, 'state'>,
): string {
  if (state === 'accepted') return `Filed as ${fileID}`
  if (state === 'open') return ended === 'waiting' ? 'To review' : 'Not filed'
  // The row already shows the file's name.
  return `Not accepted: ${(reason ?? '').replace(`${name}: `, '')}`
}

/** Why a message is pending or was rejected; for an accepted one, who filed it. */
export function whyText({ reason, state, decidedBy }: Mail): string {
  if (state === 'accepted') return decidedBy === null ? 'Filed automatically' : `Filed by ${decidedBy}`
  return reason ?? ''
}

/** Whether the sender is verified. A verified sender may have no account. */
export function verifiedText({ isVerified }: Pick<Mail, 'isVerified'>): string {
  if (isVerified === null) return 'Not recorded'
  return isVerified ? 'Yes' : 'No'
}

/** Warns before a reply to a sender who may not have written the message; null if the sender is verified. */
export function replyWarning({ isVerified }: Pick<Mail, 'isVerified'>): string | null {
  if (isVerified === true) return null
  const fact =
    isVerified === false
      ? 'The sender’s address is unverified'
      : 'The portal did not record whether the sender’s address is verified'
  return `${fact}; a reply may reach the wrong person.`
}

/** The notice after filing; null if no file could be stored. */
export function filedText({ files, state }: Pick<Mail, 'files' | 'state'>): string | null {
  if (state !== 'accepted') return null
  const stored = files.filter((file) => file.state === 'accepted')
  const documents = new Set(stored.map(({ fileID }) => fileID)).size
  const left = files.length - stored.length
  const filed = `${counted(documents, 'document was', 'documents were')} filed.`
  return left === 0 ? filed : `${filed} ${counted(left, 'file was', 'files were')} not accepted.`
}

export const NOTHING_FILED =
  'None of its files could be stored. The list above says why. The e-mail is still pending. Reject it, or upload its files yourself.'

/** Says who decided first. The message's stored data may be gone by then. */
export function decidedText(mail: Pick<Mail, 'state' | 'decidedBy'> | null): string {
  if (mail === null || mail.state === 'waiting') return MAIL_NOT_WAITING.sentence
  const who = mail.decidedBy ?? 'A system administrator'
  const what = mail.state === 'accepted' ? 'filed' : 'rejected'
  return `${who} has already ${what} this e-mail. Your entries were not used.`
}

export const NOTHING_TO_FILE =
  'This e-mail has no file to store. Reject it with a reason, or upload its content yourself.'

/**
 * The proposed description, else the subject, shortened to the allowed number of words: people mostly describe the
 * files there.
 */
export function proposedDescription({ proposal, subject }: Pick<Mail, 'proposal' | 'subject'>): string {
  if (proposal && proposal.description !== '') return proposal.description
  return subject.split(/\s+/u).slice(0, DESCRIPTION_MAX_WORDS).join(' ')
}
