import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Attachment } from './mail.ts'

export type MailContent = {
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** Where a mail program turns such mails off with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** A mail that waits in the outbox. */
export type WaitingMail = { recipient: string; facts: unknown; askedAt: Date }

/**
 * Composes one kind of mail from the facts in its outbox row. Creates the token of the mail, so that the row holds
 * none. Null if there is nothing to send, such as a reset for an address without an account: the request did not check
 * that.
 */
type Composer<W> = (world: W, waiting: WaitingMail) => Promise<MailContent | null>

/** By the kind that was passed to `enqueueMail`. */
export type Composers<W> = Readonly<Record<string, Composer<W>>>

/**
 * Whether a mail is out of date, so that its composer would drop it, by kind. The person who retries a mail learns
 * this. Kinds that are not listed are never out of date.
 */
export type OutOfDate = Readonly<
  Record<string, (db: Kysely<DB>, waiting: WaitingMail & { now: Date }) => Promise<boolean>>
>

/** Composes one digest of several mails of a kind for one recipient, oldest first. */
type ComposerOfMany<W> = (world: W, waiting: readonly WaitingMail[]) => Promise<MailContent | null>

/** By kind, for kinds that may be queued with a limit. */
export type ComposersOfMany<W> = Readonly<Record<string, ComposerOfMany<W>>>
