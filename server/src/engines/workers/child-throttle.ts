import { watchUrgentWork } from './processor-use.ts'

/** A child of background work. */
export type ThrottledChild = {
  pause(): void
  resume(): void
  /** Milliseconds of processor time so far. Null where the system does not say. */
  processorMs(): number | null
}

/** Pauses children of background work while urgent work needs the processors. */
export type ChildThrottle = {
  /** Throttles a child until the result is disposed. */
  add(child: ThrottledChild): Disposable
}

type Options = {
  /** Whether urgent work runs now. Called at most once a second, and only while the processors are busy. */
  readonly isUrgent: () => Promise<boolean>
  /** The share of the processors that was busy since the last call, without background work. */
  readonly busyShare?: () => number
}

const TICK_MS = 100
const TICKS_BETWEEN_LOOKS = 2
/** Below it, a child disturbs nobody. */
const BUSY_SHARE = 0.5
const ASK_EVERY_MS = 1000
/** Milliseconds that a yes holds, because urgent work has gaps. */
const URGENT_FOR_MS = 3000
/** The share of a processor that the children have nevertheless. */
const MIN_SHARE = 0.1
/** Milliseconds of processor time that the children can save, or owe. */
const MAX_SAVED_MS = 300

export function createChildThrottle({ isUrgent, busyShare = watchUrgentWork() }: Options): ChildThrottle {
  /** With their processor time at the last tick. */
  const children = new Map<ThrottledChild, number | null>()
  let timer: NodeJS.Timeout | undefined
  let ticks = 0
  let askedAt = -Infinity
  let urgentUntil = -Infinity
  let savedMs = 0
  let isPaused = false
  const ask = async () => {
    askedAt = performance.now()
    // Without an answer nothing is paused.
    const isYes = await isUrgent().catch(() => false)
    if (isYes) urgentUntil = performance.now() + URGENT_FOR_MS
  }
  const usedMs = (child: ThrottledChild, before: number | null): number => {
    const now = child.processorMs()
    children.set(child, now)
    if (now !== null && before !== null) return now - before
    return isPaused ? 0 : TICK_MS
  }
  const tick = () => {
    const now = performance.now()
    ticks += 1
    const isBusy = ticks % TICKS_BETWEEN_LOOKS === 0 && busyShare() > BUSY_SHARE
    if (isBusy && now - askedAt >= ASK_EVERY_MS) void ask()
    const used = [...children].reduce((sum, [child, before]) => sum + usedMs(child, before), 0)
    const isThrottled = now < urgentUntil
    savedMs = isThrottled ? between(savedMs + TICK_MS * MIN_SHARE - used, MAX_SAVED_MS) : 0
    isPaused = isThrottled && savedMs <= 0
    for (const child of children.keys()) {
      if (isPaused) child.pause()
      else child.resume()
    }
  }
  return {
    add(child) {
      children.set(child, child.processorMs())
      if (timer === undefined) {
        // The time before it says nothing.
        busyShare()
        timer = setInterval(tick, TICK_MS).unref()
      }
      if (isPaused) child.pause()
      return {
        [Symbol.dispose]() {
          children.delete(child)
          if (children.size > 0) return
          clearInterval(timer)
          timer = undefined
        },
      }
    },
  }
}

function between(value: number, bound: number): number {
  return Math.min(Math.max(value, -bound), bound)
}
