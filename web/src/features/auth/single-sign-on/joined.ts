import type { Failure } from '../failure.ts'

/** What came of joining an account elsewhere: what the portal says of it, or why it was not done. */
export type Joined = { readonly text: string | undefined } | { readonly failure: Failure }

/** Where the sign-in leaves that for the account. */
export const JOINED_AT_SIGN_IN = ['joined']
