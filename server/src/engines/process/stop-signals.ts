import { leave } from '../config/leave.ts'

/** A stop signal arrived while the portal started. */
export class StoppedAtStart extends Error {}

export type StopSignals = {
  /** Aborted with StoppedAtStart when a stop signal arrives. */
  readonly aborted: AbortSignal
  /** From now on `stop` handles signals. @throws StoppedAtStart if one came before. */
  handOver(stop: (signal: string) => Promise<void>): void
}

/** Milliseconds for a start to reach a point where it can stop cleanly. */
const START_GRACE_MS = 30_000

/**
 * Receives SIGTERM and SIGINT from the first moment on. By default they end the process immediately, and the embedded
 * PostgreSQL that it started would keep running.
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
