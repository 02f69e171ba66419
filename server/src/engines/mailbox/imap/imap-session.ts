import type { ImapFlow } from 'imapflow'
import type { ImapAddress } from '../../config/mailbox-address.ts'
import { MailboxAway } from '../mailbox.ts'

export type ImapServer = Omit<ImapAddress, 'kind'> & {
  readonly password: string
  /** Who vouches for its certificate, where that is none of those that the machine knows; PEM. */
  readonly ca?: string
}

/** Bytes that are asked for at once. */
export const PIECE_BYTES = 1024 * 1024
/** Milliseconds that the server may be silent. */
export const TIMEOUT_MS = 30_000

/** The folder that is open, and what tells its numbers from those that it had before it was made anew. */
type Opened = { readonly folder: string; readonly validity: string }

/** A connection that is opened when it is needed, and anew where it was lost. */
export function imapSession(server: ImapServer, timeoutMs: number) {
  let client: ImapFlow | null = null
  let opened: Opened | null = null

  const connected = async (): Promise<ImapFlow> => {
    if (client?.usable) return client
    opened = null
    client = await connect(server, timeoutMs)
    return client
  }
  const open = async (folder: string): Promise<{ client: ImapFlow; validity: string }> => {
    const usable = await connected()
    if (opened?.folder !== folder) {
      opened = null
      const { uidValidity } = await usable.mailboxOpen(folder)
      opened = { folder, validity: String(uidValidity) }
    }
    return { client: usable, validity: opened.validity }
  }
  return {
    /**
     * Does something in a folder.
     * @throws MailboxAway where the connection is lost or cannot be made; what else the server refuses, as its own error.
     */
    async inFolder<T>(folder: string, work: (client: ImapFlow, validity: string) => Promise<T>): Promise<T> {
      try {
        const { client: usable, validity } = await open(folder)
        return await work(usable, validity)
      } catch (error) {
        throw client?.usable ? plainError(error, server) : new MailboxAway(reasonOf(error, server))
      }
    },
    async close(): Promise<void> {
      const last = client
      client = null
      if (last?.usable) await last.logout().catch(() => undefined)
      last?.close()
    },
  }
}

export type ImapSession = ReturnType<typeof imapSession>

async function connect(server: ImapServer, timeoutMs: number): Promise<ImapFlow> {
  const { host, port, user, password, isSecure, ca } = server
  // Tens of megabytes that a portal without such a mailbox does not need.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // What is not secure is on this machine alone.
    doSTARTTLS: false,
    auth: { user, pass: password },
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    maxLiteralSize: 8 * PIECE_BYTES,
    maxResponseSize: 16 * PIECE_BYTES,
  })
  // Whoever waits for an answer is told; an event that nobody hears would end the server.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    client.close()
    throw new MailboxAway(reasonOf(error, server))
  }
  // Without either, moving one message would do away with all that somebody has marked as deleted.
  if (client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS')) return client
  client.close()
  throw new MailboxAway('The mail server can neither move a message (MOVE) nor expunge one (UIDPLUS).')
}

/** Without what was sent, which may hold the password. */
function plainError(error: unknown, server: ImapServer): Error {
  return new Error(`The mail server refuses: ${reasonOf(error, server)}`)
}

function reasonOf(error: unknown, server: ImapServer): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseText } = error as { code?: unknown; responseText?: unknown }
  const said = [error.message, code, responseText].filter((part) => typeof part === 'string').join(', ')
  return formsOf(server).reduce((text, form) => text.replaceAll(form, '…'), said)
}

/** What a server may repeat of the password, as it was sent: the longest first, since one may stand within another. */
function formsOf({ user, password }: ImapServer): string[] {
  const quoted = password.replaceAll(/["\\]/g, String.raw`\$&`)
  const inBase64 = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  const written = [...inBase64, quoted, password]
  // Words of a server are read a byte a letter.
  const asBytes = written.map((form) => Buffer.from(form).toString('latin1'))
  return [...written, ...asBytes].toSorted((one, other) => other.length - one.length)
}
