import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection between a browser and a portal that a test can hold, and cut. */
export type WebLine = {
  /** The portal's address behind the line. */
  readonly url: string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /**
   * Stops uploads once this many more bytes have gone to the portal, until it is restored. Requests without a body
   * still pass.
   */
  holdAfter(bytes: number): void
  /** Lets everything through at full speed. */
  mend(): Promise<void>
  /** Ends every connection that has carried this many bytes to the portal. */
  cutEvery(bytes: number): void
  /** Bytes that have gone to the portal. */
  carried(): number
  close(): Promise<void>
}

/** The maximum bytes of a connection with requests only, without an upload. */
const QUESTIONS = 100_000

/** Opens a line to a portal on a free port of this machine. */
export async function openWebLine(portalUrl: string): Promise<WebLine> {
  const far = new URL(portalUrl)
  const sockets = new Set<Socket>()
  let [carried, longest, heldAt] = [0, Infinity, Infinity]
  let released = Promise.withResolvers<void>()
  const follow = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const carry = async (near: Socket, to: Socket) => {
    let own = 0
    const gone = new Promise<void>((resolve) => near.once('close', resolve))
    for await (const chunk of near as AsyncIterable<Buffer>) {
      own += chunk.length
      carried += chunk.length
      if (own > longest) break
      if (own > QUESTIONS && carried > heldAt) await Promise.race([released.promise, gone])
      if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve))
    }
    near.destroy()
    to.destroy()
  }
  const server = createServer({ highWaterMark: 16_384 }, (near) => {
    const to = connect(Number(far.port), far.hostname)
    follow(near)
    follow(to)
    to.pipe(near)
    to.once('close', () => near.destroy())
    void carry(near, to).catch(() => to.destroy())
  })
  const port = await listen(server, 0)
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `${far.protocol}//${far.hostname}:${port}`,
    cut,
    holdAfter: (bytes) => void (heldAt = carried + bytes),
    mend: async () => {
      longest = Infinity
      heldAt = Infinity
      released.resolve()
      released = Promise.withResolvers()
      if (!server.listening) await listen(server, port)
    },
    cutEvery: (bytes) => void (longest = bytes),
    carried: () => carried,
    close: async () => {
      if (server.listening) await cut()
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The line has no port.')
  return address.port
}
