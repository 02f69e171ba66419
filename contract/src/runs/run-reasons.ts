import { defineError } from '../error.ts'

// Why a run leaves a file as it is, beside the reasons that a single change has.

/** Its change failed again and again. */
export const FILE_FAILED = defineError({
  code: 'run.file_failed',
  status: 500,
  sentence:
    'The portal could not change this file. Please report it to the helpdesk with the number of the run.',
})
