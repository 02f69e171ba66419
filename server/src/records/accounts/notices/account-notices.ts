import type { Composers } from '../../../engines/mail/compose.ts'
import type { World } from '../../context.ts'
import { ACCESS_CHANGED_MAIL, composeAccessChange } from './access-change.ts'
import { composeNewSignIn, NEW_SIGN_IN_MAIL } from './new-sign-in.ts'
import { composeSignInChange, SIGN_IN_CHANGE_MAIL } from './sign-in-change.ts'
import { composeThrottledSignIn, THROTTLED_SIGN_IN_MAIL } from './throttled-sign-in.ts'

/** The mails that tell people what happened to their accounts, by kind. */
export const accountNotices: Composers<World> = {
  [ACCESS_CHANGED_MAIL]: composeAccessChange,
  [NEW_SIGN_IN_MAIL]: composeNewSignIn,
  [SIGN_IN_CHANGE_MAIL]: composeSignInChange,
  [THROTTLED_SIGN_IN_MAIL]: composeThrottledSignIn,
}
