import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Attachment } from './mail.ts'

export type MailContent = {
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

/** A mail that waits in the outbox. */
export type WaitingMail = { recipient: string; facts: unknown; askedAt: Date }

/**
 * Words one kind of mail from the facts in its outbox row; makes the token it carries, so that the row holds none. Null
 * when there is nothing to send, such as a reset for an address without an account: the request did not look.
 */
type Composer<W> = (world: W, waiting: WaitingMail) => Promise<MailContent | null>

/** By the kind that `enqueueMail` was given. */
export type Composers<W> = Readonly<Record<string, Composer<W>>>

/**
 * Whether nobody is to get the mails any more that a composer would leave out, by kind: so that who has one sent again is
 * told. Kinds that are not named are never out of date.
 */
export type OutOfDate = Readonly<
  Record<string, (db: Kysely<DB>, waiting: WaitingMail & { now: Date }) => Promise<boolean>>
>

/** Words one mail about several of a kind to one recipient, oldest first. */
type ComposerOfMany<W> = (world: W, waiting: readonly WaitingMail[]) => Promise<MailContent | null>

/** By kind, of those that may be queued with a bound. */
export type ComposersOfMany<W> = Readonly<Record<string, ComposerOfMany<W>>>
