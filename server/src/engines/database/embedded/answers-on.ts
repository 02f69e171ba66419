import { connect } from 'node:net'
import { join } from 'node:path'
import { hasSocket } from './postmaster-starter.ts'

/** Milliseconds after which a silent socket counts as answering: the process behind it may resume. */
const TIMEOUT_MS = 3000

/**
 * Whether a PostgreSQL in any container of this machine holds the socket in this folder. A frozen one does too. A path
 * too long for a socket returns false.
 */
export function answersOn(data: string): Promise<boolean> {
  if (!hasSocket(data)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(join(data, '.s.PGSQL.5432'))
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(TIMEOUT_MS, () => answer(true))
    socket.on('connect', () => answer(true))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      answer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    )
  })
}
