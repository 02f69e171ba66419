import { z } from 'zod'
import { id } from '../fields.ts'

// Why a run refuses documents, and from whom it takes some.

/** Assignees that a preview names; the files of more are counted together. */
export const MAX_NOTES = 20

export const listedDocument = z.object({ FileID: id, FileName: z.string() })

export const reason = z.object({
  /** The code of the error that a single change would give, such as `document.in_bin`. */
  code: z.string(),
  /** Its sentence, with its values. */
  sentence: z.string(),
  count: z.int(),
})

export const previewedReason = reason.extend({
  /** The first ones. */
  examples: z.array(listedDocument),
})

/** What a run would take from somebody, such as the files that a person works on now. */
export const previewedNote = previewedReason.omit({ code: true })
