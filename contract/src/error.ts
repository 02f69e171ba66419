/** The body of every failure. `error` is a sentence for the user. */
export type Failure = {
  error: string
  details?: string
  /** On a 409 of an edit: the current record, as the reading call answers it. */
  current?: unknown
}

export const SOMETHING_WENT_WRONG = 'Something went wrong on our side. Please try again later.'
export const SIGN_IN_FIRST = 'Please sign in first.'
export const ADMINISTRATORS_ONLY = 'Only administrators may do this.'
export const FILE_NOT_FOUND = 'This file does not exist.'
export const CHANGED_MEANWHILE = 'Somebody else has changed this file in the meantime.'
export const IN_THE_BIN = 'This file is in the recycle bin.'
