import { getConfig } from '@portal/contract/auth.ts'
import { call, CallError } from '../../lib/call.ts'

/** Milliseconds between two looks whether the portal answers again; the browser does not tell of every return. */
const LOOK_AGAIN_AFTER = 5000
/** Milliseconds after which a look counts as unanswered. */
const LOOK_LASTS = 10_000

/** No answer at all, or that of something in between which got none. */
const UNANSWERED = new Set([0, 502, 504])

/** The connection between this browser and the portal, as an upload of many files meets it. */
export type PortalConnection = {
  /** Whether this failure is the connection's and not the file's: then every other file would meet it too. */
  readonly hasCut: (failure: unknown) => Promise<boolean>
  /** Resolves when the portal can be reached again, or when `until` goes off; null where nothing is in the way. */
  readonly restored: (until: AbortSignal) => Promise<void> | null
}

type Means = {
  /** Whether the browser believes to be connected to anything. */
  readonly isOnline: () => boolean
  /** Whether the portal answers, whatever it says. */
  readonly answers: () => Promise<boolean>
  /** Resolves when it is worth looking again. */
  readonly pause: (until: AbortSignal) => Promise<void>
}

type Options = {
  /** Gives up waiting for good. */
  readonly stop: AbortSignal
  readonly onChange: (isOffline: boolean) => void
}

/** Watches the connection for one upload. */
export function openPortalConnection({ stop, onChange }: Options, means: Means = BROWSER): PortalConnection {
  let mending: Promise<void> | null = null

  const mend = async () => {
    onChange(true)
    while (!(await means.answers()) && !stop.aborted) await means.pause(stop)
    mending = null
    onChange(false)
  }

  return {
    hasCut: async (failure) => {
      if (!isUnanswered(failure) || (means.isOnline() && (await means.answers()))) return false
      mending ??= mend()
      return true
    },
    restored: (until) => {
      if (!means.isOnline()) mending ??= mend()
      return mending && Promise.race([mending, gone(until)])
    },
  }
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof CallError && UNANSWERED.has(failure.status)
}

function gone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function portalAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await call(getConfig, { signal: AbortSignal.timeout(LOOK_LASTS) })
    return true
  } catch (failure) {
    return failure instanceof CallError && !isUnanswered(failure)
  }
}

function untilWorthALook(until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const { signal } = listening
  const timer = setTimeout(resolve, LOOK_AGAIN_AFTER)
  window.addEventListener('online', () => resolve(), { signal })
  until.addEventListener('abort', () => resolve(), { signal })
  return promise.finally(() => {
    clearTimeout(timer)
    listening.abort()
  })
}

const BROWSER: Means = { isOnline: () => navigator.onLine, answers: portalAnswers, pause: untilWorthALook }
