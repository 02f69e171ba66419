import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Records } from '../browser/records.ts'

/** A connection to a database that a test can cut and restore. */
export type Line = {
  /** For DATABASE_URL. */
  readonly url: string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** Opens a line on a free port of this machine. */
export async function openLine({ host, port, user, password, database }: Records['address']): Promise<Line> {
  const sockets = new Set<Socket>()
  const follow = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    follow(near)
    follow(far)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  const ownPort = await listen(server, 0)
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const url = new URL(`postgres://127.0.0.1:${ownPort}/${database}`)
  url.username = user
  url.password = password
  return {
    url: url.href,
    cut,
    mend: async () => {
      await listen(server, ownPort)
    },
    close: cut,
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The line has no port.')
  return address.port
}
