/** Asks who it is; resolves to whether they have proved it. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Says who asks people to prove who they are; null where nobody is there to ask. */
export function onProofRequired(asks: Ask | null): void {
  ask = asks
}

/** Asks once for all calls that wait for it meanwhile. False where nobody can be asked, or they would rather not. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
