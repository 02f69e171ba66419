import type { MailboxSettings } from '../config/mailbox-settings.ts'
import { openImap } from './imap/imap.ts'
import type { Mailbox } from './mailbox.ts'
import { openMaildir } from './maildir.ts'

/** The mailbox of the settings. Does not connect yet. */
export function openMailbox({ from, password }: Pick<MailboxSettings, 'from' | 'password'>): Mailbox {
  return from.kind === 'maildir' ? openMaildir(from.folder) : openImap({ ...from, password })
}
