import { leave } from './engines/config/leave.ts'

/** The portal was told to stop while it started. */
export class StoppedAtStart extends Error {}

export type StopSignals = {
  /** Aborted, with StoppedAtStart, once the portal is told to stop. */
  readonly aborted: AbortSignal
  /** From now on `stop` does what a signal asks for. @throws StoppedAtStart where one came before. */
  handOver(stop: (signal: string) => Promise<void>): void
}

/** Milliseconds that a start gets to come to a point where it can end in good order. */
const START_GRACE_MS = 30_000

/**
 * Receives SIGTERM and SIGINT from the first moment on. By default they end the process at once, and the embedded PostgreSQL
 * that it started would run on.
 */
export function receiveStopSignals(): StopSignals {
  const ending = new AbortController()
  let stop: ((signal: string) => Promise<void>) | null = null
  const receive = (signal: string) => {
    if (ending.signal.aborted) return
    ending.abort(new StoppedAtStart(`The portal was told to stop (${signal}).`))
    if (stop) void stop(signal)
    else setTimeout(() => void leave(1), START_GRACE_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => receive(signal))
  return {
    aborted: ending.signal,
    handOver(work) {
      ending.signal.throwIfAborted()
      stop = work
    },
  }
}
