import { z } from 'zod'
import { COMMENT_EMPTY, COMMENT_TOO_LONG } from '../comments/comments.ts'
import { QUESTION_FIELD_ERRORS, QUESTION_STATUS } from '../questions/questions.ts'
import { UNKNOWN_STATUS, DESCRIPTION_REQUIRED } from '../edit/edit.ts'
import { endpoint } from '../endpoint.ts'
import { descriptionErrors } from '../files/description.ts'
import { UNKNOWN_ORGANIZATION, UNKNOWN_RELATION_TYPE } from '../files/link-errors.ts'
import { EDITORS_ONLY } from '../access/rights-errors.ts'
import { id, moment, pathId, queryChoice, queryNumber } from '../fields.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { SEARCHING, SEARCH_TIMEOUT, TOO_COMMON } from '../search/search-errors.ts'
import { runAction } from './actions.ts'
import { listedDocument, previewedNote, previewedReason, reason } from './reasons.ts'
import {
  MAX_AT_ONCE,
  UNDO_DAYS,
  NOTHING_SELECTED,
  TOO_MANY_SELECTED,
  RUN_NOT_FOUND,
  RUN_KEY_USED,
  RUN_IN_PROGRESS,
  RUN_NOT_ENDED,
  RUN_UNDONE,
  RUN_COMMENTS_NOT_YOURS,
  RUN_TOO_OLD,
  TOO_MANY_PER_HOUR,
  PREVIEWS_BUSY,
  UNKNOWN_TYPE,
  PERSON_UNKNOWN,
  RUN_MENTIONS,
  UNKNOWN_AGENT,
} from './run-errors.ts'
import { selection } from './selection.ts'

// Runs: one change of many documents, with a number, progress and undo.

export const runPreview = z.object({
  /** What the action does, such as `Set the status to Completed`. */
  what: z.string(),
  total: z.int(),
  /**
   * The highest file id that a filter matches; null for files selected one by one. With it as the `upTo` of the filter, a
   * run has no document that arrived after the preview.
   */
  upTo: id.nullable(),
  /** False if a search matches more than its 10,000 newest hits; only these are selected. */
  isComplete: z.boolean(),
  /** Documents that would change, that already are as wanted, and that are refused. */
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why documents are refused, the most frequent first. */
  reasons: z.array(previewedReason),
  /** Of the documents that would change assignee: who has them now, the most frequent first. */
  notes: z.array(previewedNote),
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
  QUESTION_STATUS,
  ...QUESTION_FIELD_ERRORS,
  UNKNOWN_TYPE,
  UNKNOWN_ORGANIZATION,
  UNKNOWN_RELATION_TYPE,
  UNKNOWN_AGENT,
  PERSON_UNKNOWN,
  RUN_MENTIONS,
  COMMENT_EMPTY,
  COMMENT_TOO_LONG,
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
    RUN_COMMENTS_NOT_YOURS,
    RUN_TOO_OLD,
    RUN_KEY_USED,
    RUN_IN_PROGRESS,
    TOO_MANY_PER_HOUR,
    NOTHING_SELECTED,
    EDITORS_ONLY,
  ],
  fallback: 'The run could not be undone. Please try again.',
})
