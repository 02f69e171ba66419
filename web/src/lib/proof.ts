/** Asks users to prove their identity; resolves to whether they did. */
type Ask = () => Promise<boolean>

/** Milliseconds that a call waits for the identity prompt, which loads after the screen. */
const TIMEOUT_MS = 5000

let asker = Promise.withResolvers<Ask>()
let asking: Promise<boolean> | null = null

/** Registers the identity prompt; null removes it. */
export function onProofRequired(asks: Ask | null): void {
  if (asks) asker.resolve(asks)
  else asker = Promise.withResolvers()
}

/** Asks once for all waiting calls. Resolves to false if there is no prompt or the user declines. */
export function requestProof(): Promise<boolean> {
  asking ??= Promise.race([asker.promise, new Promise<null>((give) => setTimeout(give, TIMEOUT_MS, null))])
    .then((ask) => ask?.() ?? false)
    .finally(() => {
      asking = null
    })
  return asking
}
