/** Where a message ends up: folders of the mailbox, made where they are missing. */
export const MAIL_FOLDERS = { accepted: 'Accepted', refused: 'Refused', waiting: 'Waiting' } as const
export type MailFolder = keyof typeof MAIL_FOLDERS

/** The mailbox as a whole cannot be reached now: no message of it has anything to do with that. */
export class MailboxAway extends Error {
  override readonly name = 'MailboxAway'
}

/**
 * Where mail arrives. Nothing in it is ever deleted: what has been read is moved to one of its folders. All of it rejects
 * with the mailbox's own error where that is away; whoever asks again finds it opened anew.
 */
export type Mailbox = {
  /** The names of what has arrived and was not moved, oldest first, at most so many. */
  list(atMost: number): Promise<string[]>
  /** A message as it came, byte by byte; null where it is not there any more. */
  read(name: string): Promise<AsyncIterable<Buffer> | null>
  /**
   * Moves a message there; where it lies in another of these folders, out of that one. What is gone already is none of its
   * business.
   * @returns the name that it has there; null where nobody knows.
   */
  move(name: string, into: MailFolder, from?: MailFolder): Promise<string | null>
  /** Lets go of connections. */
  close(): Promise<void>
}
