import { sentenceOf } from '@portal/contract/error.ts'
import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import { NOT_ACCEPTED } from '@portal/contract/files/upload-errors.ts'
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

/** Whether the portal has refused a file, or will refuse it for its type. The content is checked when it is filed. */
export function isNotAccepted(
  { name, state }: Pick<MailFile, 'name' | 'state'>,
  { state: ended }: Pick<Mail, 'state'>,
): boolean {
  return state === 'refused' || (state === 'open' && ended === 'waiting' && acceptedExtension(name) === null)
}

/** The result for one file of a message; null for a file that waits and may be accepted. */
export function verdictText(
  file: Pick<MailFile, 'name' | 'state' | 'fileID' | 'reason'>,
  mail: Pick<Mail, 'state'>,
): string | null {
  if (file.state === 'accepted') return `Filed as ${file.fileID}`
  if (isNotAccepted(file, mail)) return `Not accepted: ${refusalText(file)}`
  return mail.state === 'waiting' ? null : 'Not filed'
}

/** Why a file is not accepted, without its name, which is beside it. */
export function refusalText({ name, reason }: Pick<MailFile, 'name' | 'reason'>): string {
  return (reason ?? sentenceOf(NOT_ACCEPTED, { fileName: name })).replace(`${name}: `, '')
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

/** Counts the new documents; null if no file could be stored. */
export function filedText(mail: Pick<Mail, 'files' | 'state'>): string | null {
  if (mail.state !== 'accepted') return null
  return `${counted(filedIds(mail).length, 'document was', 'documents were')} filed.`
}

/** The documents of a message, each once. */
export function filedIds({ files }: Pick<Mail, 'files'>): readonly number[] {
  return [...new Set(files.flatMap(({ fileID }) => fileID ?? []))]
}

export function isPartlyRefused({ files }: Pick<Mail, 'files'>): boolean {
  return files.some(({ state }) => state === 'refused')
}

/** The first words of the warning after filing, before the links of the documents. */
export function partlyFiledText(mail: Pick<Mail, 'files' | 'subject'>): string {
  return `${counted(filedIds(mail).length, 'document', 'documents')} of “${subjectText(mail)}” filed:`
}

/** The words before the list of files that were not accepted. */
export function notAcceptedText({ files }: Pick<Mail, 'files'>): string {
  const refused = files.filter(({ state }) => state === 'refused').length
  return `${counted(refused, 'file was', 'files were')} not accepted:`
}

export const NOTHING_FILED =
  'None of its files could be stored. The list of files says why. The e-mail is still pending. Reject it, or upload its files yourself.'

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
