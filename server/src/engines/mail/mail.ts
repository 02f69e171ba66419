/** A file that goes with a mail. */
export type Attachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

/** One mail to one recipient. The Message-ID stays the same over all tries, so that a doubled mail can be told. */
export type Mail = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  messageId: string
  date: Date
}

/** Where mail goes. Rejects with RefusedForGood when trying again is no use, with anything else when it may be. */
export type MailDriver = { send(mail: Mail): Promise<void> }

export class RefusedForGood extends Error {}
/** The mail server refuses whoever sends, and not this mail: trying again is of use once that is mended. */
export class SenderRefused extends Error {}
/** No composer of this release knows the kind of a mail. */
export class UnknownMailKind extends Error {}

/** The mail as every driver writes it. Answering machines keep quiet, and nothing in it can name a file or an address. */
export function toMessage({ from, to, subject, text, html, attachments = [], messageId, date }: Mail) {
  return {
    from,
    to,
    subject,
    text,
    html,
    attachments: [...attachments],
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
