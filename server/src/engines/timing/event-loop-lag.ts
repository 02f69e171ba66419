import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Measures how late the timers of this process are, from its making until its end. */
export type EventLoopLag = {
  /** Waits while people's requests keep the process busy, or until `ending`. */
  waitForCalm(ending: AbortSignal): Promise<void>
  [Symbol.dispose](): void
}

/** Nanoseconds. The share of 90 in 100 timers that must be less late. */
const CALM_NS = 100_000_000
/** Milliseconds. */
const LOOK_AGAIN_MS = 1000
const RESOLUTION_MS = 20

export function watchEventLoopLag(): EventLoopLag {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return {
    async waitForCalm(ending) {
      while (!ending.aborted && delay.count > 0 && delay.percentile(90) > CALM_NS) {
        delay.reset()
        await sleep(LOOK_AGAIN_MS, undefined, { signal: ending, ref: false }).catch(() => {})
      }
      delay.reset()
    },
    [Symbol.dispose]: () => void delay.disable(),
  }
}
