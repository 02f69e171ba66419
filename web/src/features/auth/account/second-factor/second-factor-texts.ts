/** What stands in place of the button that would remove it, where it is the last and the role needs one. */
export const WHY_IT_STAYS = 'Your role requires a second factor, so this one stays until you add a passkey.'

/** How many recovery codes there are, and what to do where they run out. */
export function leftText(left: number): string {
  if (left === 0) return 'No recovery code is left. Please make new ones.'
  const text = left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
  return left <= 3 ? `${text} You can make new ones.` : text
}

/** What a second factor is to who has none; people without a password come by an issuer, whose own may count. */
export function whatItIs(hasPassword: boolean): string {
  const what = 'A second factor is a second lock on your account:'
  const digits = 'six digits that an app on your phone shows'
  return hasPassword
    ? `${what} after your password, the sign-in asks for ${digits}. Somebody who has only your password then cannot get in.`
    : `${what} after your sign-in elsewhere, the portal asks for ${digits}, unless the sign-in there counts as one already.`
}
