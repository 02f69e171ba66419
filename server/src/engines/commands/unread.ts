import type { Writable } from 'node:stream'

/** Whoever read what a command says has left, as `head` does when it has enough. */
export class Unread extends Error {}

/** Aborts, with Unread, when nobody reads these outputs any more, which is no fault of the command. */
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
