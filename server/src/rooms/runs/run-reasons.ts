import type { Refusal } from '../../records/access/refusal.ts'

// Why a run leaves a file as it is, beside the reasons that a single change has.

/** Its change failed again and again. */
export const FILE_FAILED: Refusal = {
  code: 'run.file_failed',
  status: 500,
  sentence:
    'The portal could not change this file. Please report it to the helpdesk with the number of the run.',
}
/** The run or its undo found another version than it began with. The other change may be of the same person. */
export const CHANGED_SINCE: Refusal = {
  code: 'run.changed_since',
  status: 409,
  sentence: 'This file was changed since.',
}
