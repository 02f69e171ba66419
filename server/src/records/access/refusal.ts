import type { FilledError } from '@portal/contract/error.ts'

/** Why something is not allowed: the error that the caller gets, with the values of its sentence. */
export type Refusal = FilledError
