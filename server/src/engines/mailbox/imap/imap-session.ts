import type { ImapFlow } from 'imapflow'
import type { ImapAddress } from '../../config/mailbox-address.ts'
import { MailboxAway } from '../mailbox.ts'

export type ImapServer = Omit<ImapAddress, 'kind'> & {
  readonly password: string
  /** The CA of its certificate, if the machine does not trust it already; PEM. */
  readonly ca?: string
}

/** Bytes per request. */
export const PIECE_BYTES = 1024 * 1024
/** Milliseconds that the server may be silent. */
export const TIMEOUT_MS = 30_000

/** The open folder, and its UIDVALIDITY, which changes when the folder is recreated. */
type Opened = { readonly folder: string; readonly validity: string }

/** A connection that opens when it is needed, and reopens after a loss. */
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
     * Runs `work` in a folder.
     * @throws MailboxAway if the connection is lost or fails; a plain error for anything else that the server refuses.
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
  // Loaded late: it takes tens of megabytes, which a portal without IMAP does not need.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // An insecure server is always on this machine.
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
  // The pending call rejects anyway; an `error` event without a listener would end the server.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    client.close()
    throw new MailboxAway(reasonOf(error, server))
  }
  // Without either, a move would also remove all other messages that are marked as deleted.
  if (client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS')) return client
  client.close()
  throw new MailboxAway('The mail server can neither move a message (MOVE) nor expunge one (UIDPLUS).')
}

/** Omits the sent command, which may contain the password. */
function plainError(error: unknown, server: ImapServer): Error {
  return new Error(`The mail server refuses: ${reasonOf(error, server)}`)
}

function reasonOf(error: unknown, server: ImapServer): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseText } = error as { code?: unknown; responseText?: unknown }
  const said = [error.message, code, responseText].filter((part) => typeof part === 'string').join(', ')
  return formsOf(server).reduce((text, form) => text.replaceAll(form, '…'), said)
}

/** Forms of the password that a server may repeat, longest first, because one may contain another. */
function formsOf({ user, password }: ImapServer): string[] {
  const quoted = password.replaceAll(/["\\]/g, String.raw`\$&`)
  const inBase64 = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  const written = [...inBase64, quoted, password]
  // Server text is decoded with one byte per letter.
  const asBytes = written.map((form) => Buffer.from(form).toString('latin1'))
  return [...written, ...asBytes].toSorted((one, other) => other.length - one.length)
}
