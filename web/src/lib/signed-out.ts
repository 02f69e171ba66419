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

/** The session key changes with a new sign-in and with a new password. */
export function storeSessionKey(key: string | null): void {
  sessionKey = key
}

/** Ends the period, so that later 401 responses to its pending calls are ignored. */
export function endPeriod(): void {
  period += 1
}

/**
 * Reports a 401 response to a call sent in this period and session. Only the first 401 of a period counts. Calls sent
 * before the last sign-out, or in a session that has been replaced, are ignored.
 */
export function sessionIsGone(sentIn: number, sentWith: string | null): void {
  const isReplaced = sentWith !== null && sentWith !== sessionKey
  if (sentIn !== period || isReplaced) return
  endPeriod()
  whenSessionIsGone()
}

/** Longest wait for the session check: a connection that died while a laptop slept never responds. */
export const HOLD_TIMEOUT_MS = 10_000

/** Settles when the session check has finished or timed out. */
let whenKnown: Promise<unknown> = Promise.resolve()

/**
 * Holds all later calls until `over` settles, or for at most HOLD_TIMEOUT_MS. After the timeout the calls are sent as
 * if no check were running. `over` must never reject.
 */
export function holdCallsUntil(over: Promise<void>): void {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, HOLD_TIMEOUT_MS)
  void over.then(() => clearTimeout(timer))
  whenKnown = Promise.all([whenKnown, Promise.race([over, tooLong])])
}

/** Resolves when calls may be sent: immediately, unless a session check is running. */
export async function untilPersonIsKnown(): Promise<void> {
  await whenKnown
}

/** Registers the handler for a lost session: the app goes to the sign-in screen. */
export function onSessionGone(listener: () => void): void {
  whenSessionIsGone = listener
}
