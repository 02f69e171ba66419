import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from '../config/clamd-address.ts'

/** The daemon is unreachable, or timed out. */
export class ClamdAway extends Error {}
/** The daemon was reached, but timed out. */
export class ClamdSlow extends ClamdAway {}
/** The daemon was reached, but the connection ended without an answer. */
export class ClamdBrokeOff extends Error {}

/** Characters of an answer: one line. */
const LONGEST_ANSWER = 4096
const NO_MORE = Buffer.alloc(4)

type Question = {
  /** A command of clamd, such as `PING`. */
  readonly command: string
  /** The data of an INSTREAM. */
  readonly bytes?: AsyncIterable<Buffer>
  readonly withinMs: number
  /** Aborts immediately, with its reason. */
  readonly signal?: AbortSignal | undefined
}

export type ClamdAnswer = {
  readonly line: string
  /** Whether all of `bytes` and the end marker were sent before it answered. */
  readonly sawAll: boolean
}

/**
 * Sends one command to a ClamAV daemon on its own connection, and returns the answer. The daemon may answer and close
 * while bytes are still being sent. That answer counts, even if sending fails.
 * @throws ClamdAway, ClamdSlow, ClamdBrokeOff, the reason of `signal`, and the error of `bytes`.
 */
export async function askClamd(
  address: ClamdAddress,
  { command, bytes, withinMs, signal }: Question,
): Promise<ClamdAnswer> {
  signal?.throwIfAborted()
  const socket = connect(address)
  const over = new AbortController()
  const silence = `It did not answer within ${withinMs} ms.`
  const alarm = setTimeout(() => {
    socket.destroy(socket.connecting ? new ClamdAway(silence) : new ClamdSlow(silence))
  }, withinMs)
  const breakOff = () => socket.destroy()
  signal?.addEventListener('abort', breakOff)
  let hasSentAll = false
  const answer = readAnswer(socket)
    .then((line) => ({ line, sawAll: hasSentAll }))
    .finally(() => over.abort())
  const sending = send(socket, { command, bytes, over: over.signal }).then((sent) => (hasSentAll = sent))
  // Only the first of the two failures is reported.
  answer.catch(() => {})
  sending.catch(() => {})
  try {
    return await Promise.race([answer, sending.then(() => answer)])
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    clearTimeout(alarm)
    signal?.removeEventListener('abort', breakOff)
    over.abort()
    socket.destroy()
  }
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let isConnected = false
    let failure: Error | null = null
    socket.setEncoding('utf8')
    socket.once('connect', () => (isConnected = true))
    socket.on('error', (error) => (failure ??= error))
    socket.on('data', (text: string) => {
      said += text
      const [line, ...rest] = said.split('\0')
      if (rest.length > 0 || said.length > LONGEST_ANSWER) resolve(line ?? '')
    })
    socket.once('close', () => {
      if (failure instanceof ClamdAway) reject(failure)
      else if (!isConnected)
        reject(new ClamdAway(`It cannot be reached: ${failure?.message ?? 'no answer'}.`))
      else reject(new ClamdBrokeOff('The connection ended without an answer.', { cause: failure }))
    })
  })
}

type Sent = {
  readonly command: string
  readonly bytes: AsyncIterable<Buffer> | undefined
  readonly over: AbortSignal
}

/** Returns whether everything was sent. */
async function send(socket: Socket, { command, bytes, over }: Sent): Promise<boolean> {
  socket.write(`z${command}\0`)
  if (!bytes) return true
  for await (const piece of bytes) {
    if (over.aborted) return false
    // A length of zero would mark the end.
    if (piece.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    socket.write(length)
    if (!socket.write(piece)) await once(socket, 'drain', { signal: over }).catch(() => {})
  }
  if (over.aborted) return false
  return new Promise((resolve) => socket.write(NO_MORE, (error) => resolve(!error)))
}
