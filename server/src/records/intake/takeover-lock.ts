import { TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { failure } from '../../engines/http/errors.ts'

/** Lets one go on at a time with what has a name: whoever comes next has them stop, and waits until they have. */
export type TakeoverLock = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** Who goes on with uploads on this server. */
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
