/** The current period of being signed in. A call remembers the one it was sent in. */
let period = 0
let whenSessionIsGone: () => void = () => {}

export function currentPeriod(): number {
  return period
}

/** The key of the session as this tab knows it; null before it knows one. */
let sessionKey: string | null = null

export function currentSessionKey(): string | null {
  return sessionKey
}

/** Another sign-in and a new password give the session another key. */
export function storeSessionKey(key: string | null): void {
  sessionKey = key
}

/** Ends the period: what its pending calls still say about the session no longer counts. */
export function endPeriod(): void {
  period += 1
}

/**
 * Reports that a call sent in this period and session was answered with 401. Of many at once only the first counts, and
 * none that was sent before the last sign-out or in a session that another one has replaced.
 */
export function sessionIsGone(sentIn: number, sentWith: string | null): void {
  const isReplaced = sentWith !== null && sentWith !== sessionKey
  if (sentIn !== period || isReplaced) return
  endPeriod()
  whenSessionIsGone()
}

/** How long calls wait at most to know who is signed in: a connection that died while a laptop slept never answers. */
export const HOLD_TIMEOUT_MS = 10_000

/** Settles when it is known who is signed in, or when the wait has timed out. */
let whenKnown: Promise<unknown> = Promise.resolve()

/**
 * Holds back all calls started from now on until `over` settles, which never rejects, and for HOLD_TIMEOUT_MS at most:
 * then they are sent as if nothing had been asked.
 */
export function holdCallsUntil(over: Promise<void>): void {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, HOLD_TIMEOUT_MS)
  void over.then(() => clearTimeout(timer))
  whenKnown = Promise.all([whenKnown, Promise.race([over, tooLong])])
}

/** Resolves when calls may be sent: at once, unless it is being asked who is signed in. */
export async function untilPersonIsKnown(): Promise<void> {
  await whenKnown
}

/** What to do when the session is gone: the app leaves for the sign-in screen. */
export function onSessionGone(listener: () => void): void {
  whenSessionIsGone = listener
}
