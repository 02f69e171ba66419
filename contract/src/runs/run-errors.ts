import { defineError } from '../error.ts'

// Limits of runs, and the errors of their calls.

/** A run changes at most so many documents. */
export const MAX_RUN_DOCUMENTS = 200_000
/** So many documents are changed at once, in one transaction; more by a job. */
export const MAX_AT_ONCE = 200
/** So many documents of one person may be in runs that started within an hour. */
export const MAX_DOCUMENTS_PER_HOUR = 1_000_000
/** Days after its end in which a run can be undone. */
export const UNDO_DAYS = 30
/** Documents of a reason that a preview lists. */
export const MAX_EXAMPLES = 50

export const NOTHING_SELECTED = defineError({
  code: 'run.nothing_selected',
  status: 400,
  sentence: 'No files match this selection.',
})
export const TOO_MANY_SELECTED = defineError({
  code: 'run.too_many_selected',
  status: 400,
  sentence: `More than ${MAX_RUN_DOCUMENTS.toLocaleString('en-US')} files match. Please narrow the filters.`,
})
export const RUN_MENTIONS = defineError({
  code: 'run.mentions',
  status: 400,
  sentence: 'A comment on many files mentions nobody. Please mention people in the comments of one file.',
})
export const RUN_NOT_FOUND = defineError({
  code: 'run.not_found',
  status: 404,
  sentence: 'This run does not exist, or you may not see it.',
})
export const RUN_KEY_USED = defineError({
  code: 'run.key_used',
  status: 409,
  sentence: 'This request was already sent with other files or another change. Please start again.',
})
export const RUN_IN_PROGRESS = defineError({
  code: 'run.in_progress',
  status: 409,
  sentence: 'Run {number} of yours is still under way. Please wait until it ends, or stop it.',
})
export const RUN_NOT_ENDED = defineError({
  code: 'run.not_ended',
  status: 409,
  sentence: 'This run is still under way. Please stop it first.',
})
export const RUN_UNDONE = defineError({
  code: 'run.undone',
  status: 409,
  sentence: 'This run was undone by run {number}.',
})
export const RUN_COMMENTS_NOT_YOURS = defineError({
  code: 'run.comments_not_yours',
  status: 403,
  sentence: 'Only the person who started this run can delete its comments.',
})
export const RUN_TOO_OLD = defineError({
  code: 'run.too_old',
  status: 409,
  sentence: `This run ended more than ${UNDO_DAYS} days ago and cannot be undone.`,
})
export const TOO_MANY_PER_HOUR = defineError({
  code: 'run.too_many_per_hour',
  status: 429,
  sentence: `Your runs of the last hour had {files} files. ${MAX_DOCUMENTS_PER_HOUR.toLocaleString('en-US')} per hour are possible. Please wait.`,
})
export const PREVIEWS_BUSY = defineError({
  code: 'run.previews_busy',
  status: 429,
  sentence: 'Other large previews are under way. Please try again in a moment.',
})
export const UNKNOWN_TYPE = defineError({
  code: 'run.type_unknown',
  status: 400,
  sentence: 'This type does not exist.',
})
export const PERSON_UNKNOWN = defineError({
  code: 'run.person_unknown',
  status: 400,
  sentence: 'Please choose a person of your counties.',
})
export const UNKNOWN_AGENT = defineError({
  code: 'run.agent_unknown',
  status: 400,
  sentence: 'This agent does not exist.',
})
