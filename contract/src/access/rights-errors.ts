import { defineError } from '../error.ts'

// Errors for a missing right. Separate from the common errors, because the sign-in page loads only those.

export const ADMINISTRATORS_ONLY = defineError({
  code: 'session.administrators_only',
  status: 403,
  sentence: 'Only administrators may do this.',
})
export const EDITORS_ONLY = defineError({
  code: 'session.editors_only',
  status: 403,
  sentence: 'Only administrators and firm staff may do this.',
})
export const READS_ONLY = defineError({
  code: 'session.reads_only',
  status: 403,
  sentence: 'You may see and download documents, but not change them.',
})
export const MANAGERS_ONLY = defineError({
  code: 'session.managers_only',
  status: 403,
  sentence: 'Only administrators and managers of a county may do this.',
})
