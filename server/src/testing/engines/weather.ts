import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A fault of a request on its way to S3. */
export type InjectedFault =
  | 'refused'
  | 'forbidden'
  | 'cut in the middle of what is sent'
  | 'cut in the middle of the answer'
  | 'never answered'

export type FaultInjector = {
  /** Milliseconds that each request waits first. */
  delay: number
  /** The fault of the nth request, counted from 1. Undefined if it gets through. */
  mishap: (nth: number) => InjectedFault | undefined
}

const EVERY_MISHAP: readonly InjectedFault[] = [
  'refused',
  'cut in the middle of what is sent',
  'cut in the middle of the answer',
]

/** One request in `many` fails, each time in another way. */
export const oneIn = (many: number) => (nth: number) =>
  nth % many === 0 ? EVERY_MISHAP[(nth / many) % EVERY_MISHAP.length] : undefined

const FAIR: FaultInjector = { delay: 0, mishap: () => undefined }

/** Status and name of the response that S3 itself would give. */
const REFUSALS = { refused: [503, 'SlowDown'], forbidden: [403, 'AccessDenied'] } as const
const HALF = 0.5

/** A connection to an S3 server with faults that a test controls. */
export async function wayTo(endpoint: string) {
  const target = new URL(endpoint)
  let weather = FAIR
  let count = 0
  const server = createServer((incoming, answer) => {
    incoming.on('error', () => undefined)
    answer.on('error', () => undefined)
    void pass(incoming, answer, { target, weather, mishap: weather.mishap(++count) }).catch(() =>
      answer.destroy(),
    )
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const port = await listen(0)
  const leave = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Requests so far. */
    count: () => count,
    becomes(next: Partial<FaultInjector>) {
      weather = { ...FAIR, ...next }
    },
    /** Stops listening and cuts running requests. */
    leave,
    comeBack: () => listen(port),
    close: () => (server.listening ? leave() : Promise.resolve()),
  }
}

type Passing = { target: URL; weather: FaultInjector; mishap: InjectedFault | undefined }

async function pass(incoming: IncomingMessage, answer: ServerResponse, { target, weather, mishap }: Passing) {
  if (weather.delay > 0) await sleep(weather.delay)
  if (mishap === 'never answered') return
  if (mishap === 'refused' || mishap === 'forbidden') {
    incoming.resume()
    const [status, name] = REFUSALS[mishap]
    answer.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${name}</Code></Error>`)
    return
  }
  const { hostname, port } = target
  const { method, url: path, rawHeaders: headers } = incoming
  const onwards = request({ hostname, port, method, path, headers, setHost: false })
  onwards.on('error', () => answer.destroy())
  answer.on('close', () => onwards.destroy())
  if (mishap === 'cut in the middle of what is sent') cutAfterFirst(incoming, onwards)
  else incoming.pipe(onwards)
  const [got] = (await once(onwards, 'response')) as [IncomingMessage]
  answer.writeHead(got.statusCode ?? 502, got.rawHeaders)
  if (mishap === 'cut in the middle of the answer') await sendHalf(got, answer)
  else got.pipe(answer)
}

function cutAfterFirst(
  incoming: IncomingMessage,
  onwards: { write(piece: Buffer): boolean; destroy(): void },
): void {
  const cut = () => {
    onwards.destroy()
    incoming.socket.destroy()
  }
  incoming.once('data', (piece: Buffer) => {
    onwards.write(piece)
    incoming.pause()
    setImmediate(cut)
  })
  incoming.once('end', cut)
}

async function sendHalf(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const first: unknown = (await once(got, 'readable'), got.read())
  const piece = first instanceof Buffer ? first : Buffer.alloc(0)
  answer.write(piece.subarray(0, Math.floor(piece.length * HALF)), () => answer.destroy())
}
