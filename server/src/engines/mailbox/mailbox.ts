/** The final folders of messages in the mailbox. The portal creates missing ones. */
export const MAIL_FOLDERS = { accepted: 'Accepted', refused: 'Refused', waiting: 'Waiting' } as const
export type MailFolder = keyof typeof MAIL_FOLDERS

/** The mailbox is currently unreachable. No single message is the cause. */
export class MailboxAway extends Error {
  override readonly name = 'MailboxAway'
}

/**
 * The mailbox for incoming mail. Messages are never deleted: a message that was read moves to one of its folders. Every
 * method rejects with MailboxAway if the mailbox is unreachable; the next call opens it again.
 */
export type Mailbox = {
  /** The names of at most `atMost` messages that arrived and were not moved, oldest first. */
  list(atMost: number): Promise<string[]>
  /** The unchanged bytes of a message; null if it no longer exists. */
  read(name: string): Promise<AsyncIterable<Buffer> | null>
  /**
   * Moves a message to a folder, from the folder `from` if given. Ignores a message that no longer exists.
   * @returns its name in that folder; null if unknown.
   */
  move(name: string, into: MailFolder, from?: MailFolder): Promise<string | null>
  /** Closes connections. */
  close(): Promise<void>
}
