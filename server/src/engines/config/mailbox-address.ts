/** Where mail is fetched from. */
export type MailboxAddress = { readonly kind: 'maildir'; readonly folder: string }

/** What `MAILBOX_URL` says; null where it is no maildir. */
export function readMailboxAddress(value: string): MailboxAddress | null {
  if (!URL.canParse(value)) return null
  const { protocol, hostname, pathname, username, search, hash } = new URL(value)
  const isPath = hostname === '' && !username && pathname.startsWith('/') && pathname.length > 1
  if (protocol !== 'maildir:' || !isPath || search || hash) return null
  return { kind: 'maildir', folder: plain(pathname) }
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
