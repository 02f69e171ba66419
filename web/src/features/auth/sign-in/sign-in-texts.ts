import { ENTER_BOTH, WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { toFailure, type Failure } from '../failure.ts'

export const SESSION_ENDED = 'Your session ended. Please sign in again.'

export type Credentials = { readonly username: string; readonly password: string }

/** Why the form rejects the input; null if it may be sent. */
export function signInProblem({ username, password }: Credentials): string | null {
  return username.trim() === '' || password === '' ? ENTER_BOTH.sentence : null
}

/** The server's error, otherwise the sentence of the specification (section 5). */
export function signInFailure(error: unknown): Failure {
  return toFailure(error, WRONG_SIGN_IN.sentence)
}
