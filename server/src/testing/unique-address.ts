let made = 0

/** An e-mail address that no other test in this worker uses, so tests of one portal do not meet each other's people. */
export function uniqueAddress(name: string, domain = 'reeves.example'): string {
  made += 1
  return `${name}-${made}@${domain}`
}
