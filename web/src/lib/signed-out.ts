/** Which period of being signed in this is. A call remembers in which one it was sent. */
let period = 0
let whenSessionIsGone: () => void = () => {}

export function currentPeriod(): number {
  return period
}

/** Ends the period: whatever its calls still answer about the session no longer counts. */
export function endPeriod(): void {
  period += 1
}

/**
 * Tells that a call sent in this period was answered 401. Of many at once, and of late ones that were sent before the
 * last signing out, only the first one counts.
 */
export function sessionIsGone(sentIn: number): void {
  if (sentIn !== period) return
  endPeriod()
  whenSessionIsGone()
}

/** Milliseconds that calls wait at most to know who is signed in: a connection that died while a laptop slept never answers. */
export const HELD_AT_MOST = 10_000

/** Settles when it is known who is signed in, as far as it has been asked, or when nobody waits for that any longer. */
let whenKnown: Promise<unknown> = Promise.resolve()

/**
 * Holds back all calls that are begun from now on until this is over, which does not fail, and for HELD_AT_MOST at
 * most: then they go out as if nobody had asked.
 */
export function holdCallsUntil(over: Promise<void>): void {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, HELD_AT_MOST)
  void over.then(() => clearTimeout(timer))
  whenKnown = Promise.all([whenKnown, Promise.race([over, tooLong])])
}

/** Resolves when calls may go out: at once, but while it is asked who is signed in. */
export async function untilPersonIsKnown(): Promise<void> {
  await whenKnown
}

/** What to do when the session is gone: the app leaves for the sign-in screen. */
export function onSessionGone(listener: () => void): void {
  whenSessionIsGone = listener
}
