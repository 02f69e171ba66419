import { z } from 'zod'
import { UNKNOWN_STATUS, DESCRIPTION_REQUIRED } from '../edit/edit.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { descriptionErrors } from '../files/description.ts'
import { UNKNOWN_ORGANIZATION, UNKNOWN_RELATION_TYPE } from '../files/link-errors.ts'
import { EDITORS_ONLY } from '../access/rights-errors.ts'
import { id, moment, pathId, queryChoice, queryNumber } from '../fields.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { SEARCHING, SEARCH_TIMEOUT, TOO_COMMON } from '../search/search-errors.ts'
import { runAction } from './actions.ts'
import { selection } from './selection.ts'

// Runs: one change of many documents, with a number, progress and undo.

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

const listedDocument = z.object({ FileID: id, FileName: z.string() })

const reason = z.object({
  /** The code of the error that a single change would give, such as `document.in_bin`. */
  code: z.string(),
  /** Its sentence, with its values. */
  sentence: z.string(),
  count: z.int(),
})

const previewedReason = reason.extend({
  /** The first ones. */
  examples: z.array(listedDocument),
})

export const runPreview = z.object({
  /** What the action does, such as `Set the status to Completed`. */
  what: z.string(),
  total: z.int(),
  /** The highest file id. With it as the `upTo` of its filter, a run has no document that arrived after the preview. */
  upTo: id,
  /** False if a search matches more than its 10,000 newest hits; only these are selected. */
  isComplete: z.boolean(),
  /** Documents that would change, that already are as wanted, and that are refused. */
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why documents are refused, the most frequent first. */
  reasons: z.array(previewedReason),
})
export type RunPreview = z.output<typeof runPreview>

export const run = z.object({
  number: id,
  what: z.string(),
  /** `stopped`: a person stopped it, or its starter lost the right. What it had changed by then stays changed. */
  state: z.enum(['running', 'stopped', 'done']),
  startedBy: z.string(),
  startedAt: moment,
  endedAt: moment.nullable(),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  reasons: z.array(reason),
  /** Seconds until it probably ends; null if unknown, and for a run that has ended. */
  secondsLeft: z.int().nullable(),
  /** Why a run under way does not advance, in a sentence; null while it does. */
  delay: z.string().nullable(),
  /** The run that it undoes, and the run that undid it. */
  undoes: id.nullable(),
  undoneBy: id.nullable(),
  /** Whether the caller may undo it now. */
  mayUndo: z.boolean(),
  mayStop: z.boolean(),
})
export type Run = z.output<typeof run>

export const RUN_OUTCOMES = ['pending', 'changed', 'unchanged', 'refused'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** The name is empty for a file in the recycle bin that the caller may not open. */
const runDocument = listedDocument.extend({
  outcome: z.enum(RUN_OUTCOMES),
  /** Why it was refused. */
  reason: z.string().nullable(),
})
export type RunDocument = z.output<typeof runDocument>

const number = pathId('The run number')
const params = z.object({ number })

/** Chosen by the sender. The same key never starts a second run. */
const key = z.uuid()

const actionErrors = [
  EDITORS_ONLY,
  UNKNOWN_STATUS,
  UNKNOWN_TYPE,
  UNKNOWN_ORGANIZATION,
  UNKNOWN_RELATION_TYPE,
  UNKNOWN_AGENT,
  PERSON_UNKNOWN,
  DESCRIPTION_REQUIRED,
  ...descriptionErrors,
] as const

const selectionErrors = [
  NOTHING_SELECTED,
  TOO_MANY_SELECTED,
  OTHER_COUNTY,
  TOO_COMMON,
  SEARCHING,
  SEARCH_TIMEOUT,
] as const

/** 10,000 ids of nine digits with room for a filter and a description. */
const MAX_BODY_BYTES = 262_144

export const previewRun = endpoint({
  summary:
    'What a run would do: how many documents would change, stay or be refused, and why. Documents that the caller may not see are refused like those that do not exist.',
  method: 'POST',
  path: '/runs/preview',
  access: 'documents.add',
  isRead: true,
  body: z.object({ selection, action: runAction }),
  maxBodyBytes: MAX_BODY_BYTES,
  result: runPreview,
  errors: [...actionErrors, ...selectionErrors, PREVIEWS_BUSY],
  fallback: 'The preview could not be made. Please try again.',
})

export const startRun = endpoint({
  summary: `Changes many documents as one run. Up to ${MAX_AT_ONCE} are changed before the response, more by a job. The same \`key\` is the same run.`,
  method: 'POST',
  path: '/runs',
  access: 'documents.add',
  body: z.object({ key, selection, action: runAction }),
  maxBodyBytes: MAX_BODY_BYTES,
  result: run,
  errors: [...actionErrors, ...selectionErrors, RUN_KEY_USED, RUN_IN_PROGRESS, TOO_MANY_PER_HOUR],
  fallback: 'The files could not be changed. Please try again.',
})

export const getRun = endpoint({
  summary: 'A run with its progress. Its starter sees it, and who sees the documents of all counties.',
  method: 'GET',
  path: '/runs/:number',
  access: 'documents.add',
  params,
  result: run,
  errors: [RUN_NOT_FOUND],
  fallback: 'The run could not be loaded.',
})

export const listRuns = endpoint({
  summary: 'The newest 50 runs of the caller.',
  method: 'GET',
  path: '/runs',
  access: 'documents.add',
  result: z.object({
    runs: z.array(
      run.pick({
        number: true,
        what: true,
        state: true,
        startedAt: true,
        total: true,
        changed: true,
        undoes: true,
        undoneBy: true,
      }),
    ),
  }),
  errors: [],
  fallback: 'The runs could not be loaded.',
})

export const listRunDocuments = endpoint({
  summary:
    'The documents of a run that the caller may see, by file id, 50 at a time; `next` is the `after` of the following ones.',
  method: 'GET',
  path: '/runs/:number/documents',
  access: 'documents.add',
  params,
  query: z.object({ outcome: queryChoice('outcome', RUN_OUTCOMES), after: queryNumber('after') }),
  result: z.object({ documents: z.array(runDocument), next: id.nullable() }),
  errors: [RUN_NOT_FOUND],
  fallback: 'The files of the run could not be loaded.',
})

export const stopRun = endpoint({
  summary: 'Stops a run. What it has changed stays changed.',
  method: 'POST',
  path: '/runs/:number/stop',
  access: 'documents.add',
  params,
  result: run,
  errors: [RUN_NOT_FOUND],
  fallback: 'The run could not be stopped. Please try again.',
})

export const undoRun = endpoint({
  summary: `Undoes a run by another run, for ${UNDO_DAYS} days: documents that nobody changed since go back, the others are refused.`,
  method: 'POST',
  path: '/runs/:number/undo',
  access: 'documents.add',
  params,
  body: z.object({ key }),
  result: run,
  errors: [
    RUN_NOT_FOUND,
    RUN_NOT_ENDED,
    RUN_UNDONE,
    RUN_TOO_OLD,
    RUN_KEY_USED,
    RUN_IN_PROGRESS,
    TOO_MANY_PER_HOUR,
    NOTHING_SELECTED,
    EDITORS_ONLY,
  ],
  fallback: 'The run could not be undone. Please try again.',
})
