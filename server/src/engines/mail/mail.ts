/** A file attached to a mail. */
export type Attachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

/** One mail to one recipient. The Message-ID stays the same for all attempts, so that duplicates can be detected. */
export type Mail = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** Where a mail program turns such mails off with one click (RFC 8058). */
  unsubscribeUrl?: string
  messageId: string
  date: Date
}

/** Sends mail. Rejects with RefusedForGood if a retry is useless, with any other error if a retry may help. */
export type MailDriver = { send(mail: Mail): Promise<void> }

export class RefusedForGood extends Error {}
/** The mail server refuses the sender, not this mail. A retry helps after that is fixed. */
export class SenderRefused extends Error {}
/** No composer of this release knows the kind of a mail. */
export class UnknownMailKind extends Error {}

/**
 * The mail as every driver writes it. Auto-responders do not answer it, and its content cannot refer to a file or a
 * URL.
 */
export function toMessage({
  from,
  to,
  subject,
  text,
  html,
  attachments = [],
  unsubscribeUrl,
  messageId,
  date,
}: Mail) {
  return {
    from,
    to,
    subject,
    text,
    html,
    attachments: [...attachments],
    messageId,
    date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
