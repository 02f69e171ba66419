import type { Composers, ComposersOfMany } from '../../../engines/mail/compose.ts'
import type { Engines } from '../../../engines/engines.ts'
import { ACCESS_CHANGED_MAIL, composeAccessChange, composeAccessChangedDigest } from './access-change.ts'
import { composeNewSignIn, composeNewSignIns, NEW_SIGN_IN_MAIL } from './new-sign-in.ts'
import { composePasswordSet, composePasswordsSet, PASSWORD_SET_MAIL } from './password-set.ts'
import { composeSignInChange, composeSignInChanges, SIGN_IN_CHANGE_MAIL } from './sign-in-change.ts'
import { composeThrottledSignIn, THROTTLED_SIGN_IN_MAIL } from './throttled-sign-in.ts'
import { composeWrongCodes, WRONG_CODES_MAIL } from './wrong-codes.ts'

/** The mails that tell people what happened to their accounts, by kind. */
export const accountNotices: Composers<Engines> = {
  [ACCESS_CHANGED_MAIL]: composeAccessChange,
  [NEW_SIGN_IN_MAIL]: composeNewSignIn,
  [PASSWORD_SET_MAIL]: composePasswordSet,
  [SIGN_IN_CHANGE_MAIL]: composeSignInChange,
  [THROTTLED_SIGN_IN_MAIL]: composeThrottledSignIn,
  [WRONG_CODES_MAIL]: composeWrongCodes,
}

/** The same where there were many. */
export const accountNoticesTogether: ComposersOfMany<Engines> = {
  [ACCESS_CHANGED_MAIL]: composeAccessChangedDigest,
  [NEW_SIGN_IN_MAIL]: composeNewSignIns,
  [PASSWORD_SET_MAIL]: composePasswordsSet,
  [SIGN_IN_CHANGE_MAIL]: composeSignInChanges,
}
