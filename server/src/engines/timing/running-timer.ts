/** Calls back after a time that does not count while the timer is paused. */
export type RunningTimer = {
  pause(): void
  resume(): void
  [Symbol.dispose](): void
}

/** Starts it. `ms` is the running time in milliseconds. */
export function startRunningTimer(ms: number, onEnd: () => void): RunningTimer {
  let leftMs = ms
  let startedAt = performance.now()
  let timer: NodeJS.Timeout | null = setTimeout(onEnd, leftMs)
  const pause = () => {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    leftMs -= performance.now() - startedAt
  }
  return {
    pause,
    resume() {
      if (timer !== null) return
      startedAt = performance.now()
      timer = setTimeout(onEnd, Math.max(leftMs, 0))
    },
    [Symbol.dispose]: pause,
  }
}
