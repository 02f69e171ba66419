import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from './clamd-address.ts'

/** It cannot be reached, or says nothing in its time. */
export class ClamdAway extends Error {}
/** It was reached, and the connection ended without an answer. */
export class ClamdBrokeOff extends Error {}

/** Characters of an answer: one line. */
const LONGEST_ANSWER = 4096
const NO_MORE = Buffer.alloc(4)

type Question = {
  /** As clamd knows it, such as `PING`. */
  readonly command: string
  /** What follows an INSTREAM. */
  readonly bytes?: AsyncIterable<Buffer>
  readonly withinMs: number
}

/**
 * Asks a ClamAV daemon one thing on a connection of its own, and returns its answer. It may answer while bytes are still
 * sent, and close: that answer counts, whatever becomes of the sending.
 * @throws ClamdAway, ClamdBrokeOff, and the error of `bytes`.
 */
export async function askClamd(
  address: ClamdAddress,
  { command, bytes, withinMs }: Question,
): Promise<string> {
  const socket = connect(address)
  const over = new AbortController()
  const alarm = setTimeout(
    () => socket.destroy(new ClamdAway(`It did not answer within ${withinMs} ms.`)),
    withinMs,
  )
  const answer = readAnswer(socket).finally(() => over.abort())
  const sending = send(socket, { command, bytes, over: over.signal })
  // Of the two only the first to fail is told.
  answer.catch(() => {})
  sending.catch(() => {})
  try {
    return await Promise.race([answer, sending.then(() => answer)])
  } finally {
    clearTimeout(alarm)
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

async function send(socket: Socket, { command, bytes, over }: Sent): Promise<void> {
  socket.write(`z${command}\0`)
  if (!bytes) return
  for await (const piece of bytes) {
    if (over.aborted) return
    // A length of nothing would be the end.
    if (piece.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    socket.write(length)
    if (!socket.write(piece)) await once(socket, 'drain', { signal: over }).catch(() => {})
  }
  if (!over.aborted) socket.write(NO_MORE)
}
