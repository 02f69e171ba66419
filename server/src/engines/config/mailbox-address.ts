import { isLoopback } from './loopback.ts'
import { decodePercent } from './clamd-address.ts'

/** Where mail is fetched from. */
export type MailboxAddress = { readonly kind: 'maildir'; readonly folder: string } | ImapAddress

export type ImapAddress = {
  readonly kind: 'imap'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly folder: string
  /** TLS from the start; else the server is on this machine. */
  readonly isSecure: boolean
}

const PORTS: Readonly<Record<string, number>> = { 'imaps:': 993, 'imap:': 143 }

/** Parses `MAILBOX_URL`; null if it is neither a maildir nor a securely reached IMAP mailbox. */
export function readMailboxAddress(value: string): MailboxAddress | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  if (url.search || url.hash) return null
  return url.protocol === 'maildir:' ? maildirOf(url) : imapOf(url)
}

function maildirOf({ hostname, pathname, username }: URL): MailboxAddress | null {
  const isPath = hostname === '' && !username && pathname.startsWith('/') && pathname.length > 1
  return isPath ? { kind: 'maildir', folder: plain(pathname) } : null
}

function imapOf({ protocol, hostname, port, username, password, pathname }: URL): MailboxAddress | null {
  const usual = PORTS[protocol]
  const host = hostname.replaceAll(/[[\]]/g, '').toLowerCase()
  // Programs and logs show URLs, so the password has a setting of its own.
  if (usual === undefined || host === '' || username === '' || password !== '') return null
  const isSecure = protocol === 'imaps:'
  if (!isSecure && !isLoopback(host)) return null
  const folder = plain(pathname.replace(/^\//, '')) || 'INBOX'
  return {
    kind: 'imap',
    host,
    port: port === '' ? usual : Number(port),
    user: plain(username),
    folder,
    isSecure,
  }
}

function plain(encoded: string): string {
  return decodePercent(encoded) ?? encoded
}
