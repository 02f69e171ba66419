import type { ErrorCase } from '@portal/contract/error.ts'

/** Why something is not allowed: the error of the contract that whoever asked is told. */
export type Refusal = ErrorCase
