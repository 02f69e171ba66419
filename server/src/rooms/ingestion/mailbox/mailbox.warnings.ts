import { reportedWarnings } from '../../../engines/warnings/warning-board.ts'
import type { FoundWarning } from '../../../engines/warnings/warning-source.ts'

/** The problems of the last poll of the mailbox. */
export const mailboxWarnings = reportedWarnings({
  'mailbox-filing-unknown': {
    advice: 'Correct MAILBOX_FILINGS, or add the county or the type, and restart the portal.',
  },
  'mailbox-unreadable': {
    advice:
      'Check the server or the folder of the mailbox and its password. The portal tries again automatically.',
  },
  'mailbox-messages-retried': {
    advice: 'Look up the reason in the log of the portal. No message is lost meanwhile.',
  },
  'mailbox-without-space': {
    advice:
      'File or reject e-mails in Mailbox. To make more room, ask whoever runs the server (MAILBOX_WAITING_MB).',
  },
})

export type MailboxWarning = FoundWarning<keyof typeof mailboxWarnings.warnings>
