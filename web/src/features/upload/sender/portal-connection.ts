import { getConfig } from '@portal/contract/sign-in/sign-in.ts'
import { call, CallError } from '../../../lib/call.ts'

/** Milliseconds between two probes of the portal; the browser does not report every reconnection. */
const PROBE_INTERVAL_MS = 5000
/** Milliseconds after which a probe counts as unanswered. */
const PROBE_TIMEOUT_MS = 10_000

/** No response at all, or a proxy's response that it received none. */
const UNANSWERED = new Set([0, 502, 504])

/** The connection between this browser and the portal during an upload of many files. */
export type PortalConnection = {
  /** Whether the connection caused this failure and not the file: then every other file would fail too. */
  readonly hasCut: (failure: unknown) => Promise<boolean>
  /** Resolves when the portal is reachable again, or when `until` aborts; null if the connection is fine. */
  readonly restored: (until: AbortSignal) => Promise<void> | null
}

type ConnectionProbe = {
  /** Whether the browser believes that it is online. */
  readonly isOnline: () => boolean
  /** Whether the portal responds, whatever the response. */
  readonly isReachable: () => Promise<boolean>
  /** Resolves when another probe is worthwhile. */
  readonly pause: (until: AbortSignal) => Promise<void>
}

type Options = {
  /** Stops the wait for good. */
  readonly stop: AbortSignal
  readonly onChange: (isOffline: boolean) => void
}

/** Monitors the connection for one upload. */
export function openPortalConnection(
  { stop, onChange }: Options,
  probe: ConnectionProbe = BROWSER,
): PortalConnection {
  let mending: Promise<void> | null = null

  const mend = async () => {
    onChange(true)
    while (!(await probe.isReachable()) && !stop.aborted) await probe.pause(stop)
    mending = null
    onChange(false)
  }

  return {
    hasCut: async (failure) => {
      if (!isUnanswered(failure) || (probe.isOnline() && (await probe.isReachable()))) return false
      mending ??= mend()
      return true
    },
    restored: (until) => {
      if (!probe.isOnline()) mending ??= mend()
      return mending && Promise.race([mending, untilAborted(until)])
    },
  }
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof CallError && UNANSWERED.has(failure.status)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function isPortalReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await call(getConfig, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch (failure) {
    return failure instanceof CallError && !isUnanswered(failure)
  }
}

function waitForProbe(until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const { signal } = listening
  const timer = setTimeout(resolve, PROBE_INTERVAL_MS)
  window.addEventListener('online', () => resolve(), { signal })
  until.addEventListener('abort', () => resolve(), { signal })
  return promise.finally(() => {
    clearTimeout(timer)
    listening.abort()
  })
}

const BROWSER: ConnectionProbe = {
  isOnline: () => navigator.onLine,
  isReachable: isPortalReachable,
  pause: waitForProbe,
}
