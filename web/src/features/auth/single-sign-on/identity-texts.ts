import type { Identity } from '@portal/contract/sign-in/single-sign-on.ts'

/** Shown instead of the Remove button. */
export const WHY_IT_STAYS: Readonly<Record<NonNullable<Identity['stays']>, string>> = {
  'gives access': 'Your access comes from this sign-in, so it can’t be removed.',
  'only way in': 'Nothing else signs you in, so it stays.',
}

/** Tells a user without a password how they sign in and how to get a password. */
export function noPasswordText(identities: readonly Pick<Identity, 'name' | 'stays'>[]): string {
  const names = [...new Set(identities.map(({ name }) => name))]
  const how = names.length > 0 ? `You have none: you sign in with ${names.join(' or ')}.` : 'You have none.'
  const livesByRules = identities.some(({ stays }) => stays === 'gives access')
  return livesByRules
    ? `${how} Please ask your county manager or the helpdesk for a link to choose one.`
    : `${how} To get one, sign out and use “Forgot password?”.`
}
