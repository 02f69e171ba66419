import type { Identity } from '@portal/contract/sign-in/single-sign-on.ts'

export type RemainingWays = {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  /** The accounts elsewhere that the portal offers. */
  readonly issuers: readonly Pick<Identity, 'name'>[]
}

/** Asks before a sign-in by an issuer is removed, and says how its person signs in then. */
export function identityQuestion(left: RemainingWays): string {
  return `It can no longer be used. ${waysText(left)}`
}

/** Asks before a passkey is removed, and says how its person signs in then. */
export function passkeyQuestion(left: RemainingWays): string {
  const rest = left.hasPassword ? 'Your password still works.' : waysText(left)
  return `You cannot sign in with it any more. ${rest}`
}

function waysText({ hasPassword, hasPasskey, issuers }: RemainingWays): string {
  const ways = [
    ...(hasPassword ? ['your password'] : []),
    ...(hasPasskey ? ['a passkey'] : []),
    ...new Set(issuers.map(({ name }) => name)),
  ]
  if (ways.length === 0) return 'Nothing else signs you in: you would need a new password.'
  return `You sign in with ${ways.join(' or ')} then.`
}
