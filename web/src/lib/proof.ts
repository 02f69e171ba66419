/** Asks who it is; resolves to whether they have proved it. */
type Ask = () => Promise<boolean>

/** Milliseconds that a call waits for the part that asks, which comes after the screen. */
const TIMEOUT_MS = 5000

let asker = Promise.withResolvers<Ask>()
let asking: Promise<boolean> | null = null

/** Says who asks people to prove who they are; null where nobody is there to ask. */
export function onProofRequired(asks: Ask | null): void {
  if (asks) asker.resolve(asks)
  else asker = Promise.withResolvers()
}

/** Asks once for all calls that wait for it meanwhile. False where nobody can be asked, or they would rather not. */
export function requestProof(): Promise<boolean> {
  asking ??= Promise.race([asker.promise, new Promise<null>((give) => setTimeout(give, TIMEOUT_MS, null))])
    .then((ask) => ask?.() ?? false)
    .finally(() => {
      asking = null
    })
  return asking
}
