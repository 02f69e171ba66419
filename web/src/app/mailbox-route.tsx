import { MailPreview } from '../features/viewer/mail-preview.tsx'
import { MailboxPage } from '../features/mailbox/mailbox-page.tsx'

/** The mailbox with the viewer; only this file connects them. */
export function MailboxRoute() {
  return <MailboxPage mailPreview={MailPreview} />
}
