import * as schema from './setting-schemas.ts'
import type { Values, Variables } from './variable.ts'

/** Other servers that the portal uses. */
export const SERVICE_VARIABLES = {
  SMTP_URL: {
    schema: schema.smtpUrl,
    defaultDoc: 'none: each mail is a file in `DATA_DIR/outbox`',
    doc: '`smtp://user:password@mail.example:587`, or `smtps://…`; special characters percent-encoded',
  },
  MAIL_FROM: { schema: schema.sender, defaultDoc: '`portal@` the public host', doc: 'sender of mail' },
  CLAMD_URL: {
    schema: schema.clamdUrl,
    defaultDoc: 'none: uploads are not scanned',
    doc: 'a ClamAV daemon that scans uploads: `tcp://clamd.example:3310`, or `unix:/run/clamav/clamd.ctl`',
  },
} satisfies Variables

export function serviceSettings(values: Values<typeof SERVICE_VARIABLES>, publicUrl: string) {
  return {
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `portal@${new URL(publicUrl).hostname}`,
    clamd: values.CLAMD_URL,
  }
}
