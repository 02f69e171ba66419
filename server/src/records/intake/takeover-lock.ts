import { TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { failure } from '../../engines/http/errors.ts'

/** Runs one piece of work per name at a time: a new caller aborts the current one and waits until it ends. */
export type TakeoverLock = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** Locks the resumable uploads of this server. */
export function createTakeoverLock(): TakeoverLock {
  const going = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>()
  return async (name, work) => {
    const ended = Promise.withResolvers<void>()
    const before = going.get(name)
    const own = { stop: new AbortController(), ended: ended.promise }
    going.set(name, own)
    try {
      before?.stop.abort(failure(TAKEN_OVER))
      await before?.ended
      own.stop.signal.throwIfAborted()
      return await work(own.stop.signal)
    } finally {
      if (going.get(name) === own) going.delete(name)
      ended.resolve()
    }
  }
}
