import { CONFIRM_INCOMPLETE, CONFIRM_INVALID } from '@portal/contract/sign-in/registration.ts'
import { CallError } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'

/** How a confirmation ended. `mayRetry`: the link itself may be good. */
export type Confirmation =
  | { readonly state: 'confirmed'; readonly message: string }
  | { readonly state: 'failed'; readonly failure: Failure; readonly mayRetry: boolean }

export const INCOMPLETE_LINK: Confirmation = {
  state: 'failed',
  failure: { text: CONFIRM_INCOMPLETE.sentence, hint: null },
  mayRetry: false,
}

/** The server's error, otherwise the sentence of the specification (section 8). */
export function confirmationFailure(error: unknown): Confirmation {
  const mayRetry = error instanceof CallError && (error.status === 0 || error.status >= 429)
  return { state: 'failed', failure: toFailure(error, CONFIRM_INVALID.sentence), mayRetry }
}
