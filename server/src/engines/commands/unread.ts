import type { Writable } from 'node:stream'

/** The reader of a command's output has closed it, as `head` does when it has enough. */
export class Unread extends Error {}

/**
 * Lets a server run on without a reader of its output. Without a listener the error would end the process, and leave
 * its PostgreSQL behind.
 */
export function outliveReaders(outputs: readonly Writable[]): void {
  watchReaders(outputs)
}

/** Aborts with Unread when the reader closes one of these outputs. That is not an error of the command. */
export function watchReaders(outputs: readonly Writable[]): AbortSignal {
  const leaving = new AbortController()
  for (const output of outputs) {
    output.on('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error
      leaving.abort(new Unread())
    })
  }
  return leaving.signal
}
