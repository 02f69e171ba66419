import type { FilledError } from '@portal/contract/error.ts'

/** Why an action is not allowed: the error for the caller, with the values of its message. */
export type Refusal = FilledError
