import type { Log } from '../../../engines/log/log.ts'
import { codeOf, isOfDisk } from '../../../engines/folders/byte-paths.ts'

/** Failures that are remembered. With more, the log repeats some. */
const MAX_REMEMBERED = 1000

type Failure = {
  /** The same for each repetition of the failure. */
  readonly key: string
  readonly error: unknown
  readonly county: string
  readonly claim?: string
}

/** Logs the start of each failure, because a poll repeats it every few seconds. */
export type FailureLog = {
  report(failure: Failure, message: string): void
  /** The work succeeded, so that a later failure is a new one. */
  end(key: string): void
}

export function createFailureLog(log: Log): FailureLog {
  const lasting = new Set<string>()
  return {
    report({ key, error, ...facts }, message) {
      if (lasting.has(key)) return
      if (lasting.size >= MAX_REMEMBERED) lasting.clear()
      lasting.add(key)
      log.error({ ...facts, ...reasonOf(error) }, message)
    },
    end: (key) => void lasting.delete(key),
  }
}

/** Errors of the disk name a path, and so a person's file. */
function reasonOf(error: unknown): object {
  return isOfDisk(error) ? { code: codeOf(error) } : { err: error }
}
