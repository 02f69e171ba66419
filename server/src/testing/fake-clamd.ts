import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A piece of text in which the scanners of the tests see a virus. */
export const VIRUS_MARKER = 'portal-test-virus-marker'
/** What they call it. */
export const VIRUS_NAME = 'Portal.Test.Marker.UNOFFICIAL'

/**
 * What a scripted daemon does with the next bytes; `scan` looks for the marker, `reset` does so and cuts off who still
 * sends when it answers, `early` finds nothing in what it has not had to the end, and `slow` never answers of bytes.
 */
export type ClamdMood = 'scan' | 'reset' | 'silent' | 'drop' | 'fail' | 'limits' | 'early' | 'slow'

export type FakeClamd = Awaited<ReturnType<typeof startFakeClamd>>

/** A daemon that speaks as clamd does, on a real socket. */
export async function startFakeClamd({ port = 0, streamMaxLength = 10_000_000 } = {}) {
  const state = { mood: 'scan' as ClamdMood, scanned: 0, marker: VIRUS_MARKER }
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece])
      const answer = answerTo(received, state, streamMaxLength)
      if (answer === null) return
      if (answer === 'nothing') {
        socket.destroy()
        return
      }
      if (answer.startsWith('stream: ')) state.scanned++
      socket.removeAllListeners('data').resume()
      if (state.mood === 'reset') socket.write(`${answer}\0`, () => socket.destroySoon())
      else socket.end(`${answer}\0`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return {
    port: bound,
    url: `tcp://127.0.0.1:${bound}`,
    be: (mood: ClamdMood) => void (state.mood = mood),
    /** What it takes for a virus. */
    find: (marker = VIRUS_MARKER) => void (state.marker = marker),
    /** How many streams it has looked at. */
    scanned: () => state.scanned,
    async stop() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

type Script = { readonly mood: ClamdMood; readonly marker: string }

/** Null while it waits for more, or says nothing at all. */
function answerTo(received: Buffer, { mood, marker }: Script, streamMaxLength: number): string | null {
  const command = commandOf(received)
  if (command === null || mood === 'silent') return null
  if (command !== 'INSTREAM') return command === 'PING' ? 'PONG' : 'ClamAV 1.4.6/0/now'
  if (mood === 'slow') return null
  if (mood === 'early') return 'stream: OK'
  if (mood === 'drop') return 'nothing'
  if (mood === 'fail') return 'stream: Allocation failed. ERROR'
  const { bytes, isWhole } = streamOf(received.subarray('zINSTREAM\0'.length))
  if (bytes.length > streamMaxLength) return 'INSTREAM size limit exceeded. ERROR'
  if (!isWhole) return null
  if (mood === 'limits') return 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND'
  return `stream: ${bytes.includes(marker) ? `${VIRUS_NAME} FOUND` : 'OK'}`
}

function commandOf(received: Buffer): string | null {
  const end = received.indexOf(0)
  return end === -1 ? null : received.subarray(1, end).toString()
}

function streamOf(received: Buffer): { bytes: Buffer; isWhole: boolean } {
  const pieces: Buffer[] = []
  for (let at = 0; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return { bytes: Buffer.concat(pieces), isWhole: true }
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { bytes: Buffer.concat(pieces), isWhole: false }
}
