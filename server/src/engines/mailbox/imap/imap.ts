import type { ImapFlow } from 'imapflow'
import { MAIL_FOLDERS, type Mailbox } from '../mailbox.ts'
import { imapSession, PIECE_BYTES, TIMEOUT_MS, type ImapServer, type ImapSession } from './imap-session.ts'

/** A message in a folder. A recreated folder numbers its messages again, with another UIDVALIDITY. */
type Place = { readonly folder: string; readonly validity: string; readonly uid: number }

/**
 * A mailbox on an IMAP server. The name of a message contains folder, UIDVALIDITY, and number, so that it is unique.
 * @param timeoutMs milliseconds that the server may be silent.
 */
export function openImap(server: ImapServer, timeoutMs = TIMEOUT_MS): Mailbox {
  const session = imapSession(server, timeoutMs)
  const made = new Set<string>()
  return {
    list: (atMost) =>
      session.inFolder(server.folder, async (client, validity) => {
        const uids = await client.search({ deleted: false }, { uid: true })
        if (!Array.isArray(uids)) throw new Error('it does not say which messages there are')
        const oldest = uids.toSorted((one, other) => one - other).slice(0, atMost)
        return oldest.map((uid) => nameOf({ folder: server.folder, validity, uid }))
      }),
    async read(name) {
      const place = placeOf(name)
      if (place === null) return null
      const first = await readPiece(session, place, 0)
      return first && pieces(session, place, first)
    },
    async move(name, into, from) {
      const place = placeOf(name)
      if (place?.folder !== (from ? MAIL_FOLDERS[from] : server.folder)) return null
      const target = MAIL_FOLDERS[into]
      return session.inFolder(place.folder, async (client, validity) => {
        if (validity !== place.validity) return null
        if (!made.has(target)) await client.mailboxCreate(target)
        made.add(target)
        return moveTo(client, place.uid, target)
      })
    },
    close: session.close,
  }
}

/** The name in the target folder; null if the message no longer exists, or the server does not report it. */
async function moveTo(client: ImapFlow, uid: number, target: string): Promise<string | null> {
  const moved = await client.messageMove(String(uid), target, { uid: true })
  if (!moved) {
    const left = await client.search({ uid: String(uid) }, { uid: true })
    if (Array.isArray(left) && left.length === 0) return null
    throw new Error(`it does not move a message to ${target}`)
  }
  const there = moved.uidMap?.get(uid)
  if (there === undefined || moved.uidValidity === undefined) return null
  return nameOf({ folder: target, validity: String(moved.uidValidity), uid: there })
}

/** Fetches the rest in pieces, as the caller consumes them. @throws if the message disappears in between. */
async function* pieces(session: ImapSession, place: Place, first: Buffer): AsyncGenerator<Buffer> {
  // A server may return less than requested; only an empty piece is the end.
  for (let at = 0, piece = first; piece.length > 0;) {
    yield piece
    at += piece.length
    const next = await readPiece(session, place, at)
    if (next === null) throw new Error('A message went while it was read.')
    piece = next
  }
}

/** Bytes of a message from an offset, empty after its end; null if the message does not exist. */
function readPiece(
  session: ImapSession,
  { folder, validity, uid }: Place,
  start: number,
): Promise<Buffer | null> {
  return session.inFolder(folder, async (client, validityNow) => {
    if (validity !== validityNow) return null
    const source = { start, maxLength: PIECE_BYTES }
    const found = await client.fetchOne(String(uid), { uid: true, source }, { uid: true })
    if (!found) return null
    if (found.uid !== uid) throw new Error('it answers with another message')
    return found.source ?? Buffer.alloc(0)
  })
}

function nameOf({ folder, validity, uid }: Place): string {
  return `${folder}/${validity}/${uid}`
}

/** Null for a name from another kind of mailbox. */
function placeOf(name: string): Place | null {
  const [, folder, validity, uid] = /^(.+)\/(\d+)\/(\d+)$/.exec(name) ?? []
  if (folder === undefined || validity === undefined || uid === undefined) return null
  return { folder, validity, uid: Number(uid) }
}
