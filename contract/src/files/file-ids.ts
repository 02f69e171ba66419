import { z } from 'zod'
import { defineError } from '../error.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'

export const IDS_INVALID = defineError({
  code: 'files.ids_invalid',
  status: 400,
  sentence: `Please name 1 to ${MAX_PAGE_SIZE} files by their ids, separated by commas.`,
})

/** The ids of a page of documents in the query string, separated by commas. */
export const fileIds = z
  .string(IDS_INVALID.sentence)
  .regex(new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${MAX_PAGE_SIZE - 1}}$`), IDS_INVALID.sentence)
