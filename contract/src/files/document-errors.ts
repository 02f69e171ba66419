import { defineError } from '../error.ts'

export const FILE_NOT_FOUND = defineError({
  code: 'document.not_found',
  status: 404,
  sentence: 'This file does not exist.',
})
export const CHANGED_MEANWHILE = defineError({
  code: 'document.changed',
  status: 409,
  sentence: 'Someone else changed this file.',
})
export const IN_THE_BIN = defineError({
  code: 'document.in_bin',
  status: 409,
  sentence: 'This file is in the recycle bin.',
})
export const OPEN_FORBIDDEN = defineError({
  code: 'document.open_not_allowed',
  status: 403,
  sentence: 'This file is in the recycle bin and can be opened by those only who may restore it.',
})
/** A range that is not within the document. */
export const NO_SUCH_PART = defineError({
  code: 'document.no_such_part',
  status: 416,
  sentence: 'The file has no such part.',
})
export const CONTENT_MISSING = defineError({
  code: 'document.content_missing',
  status: 500,
  sentence: 'The content of this file is missing or damaged. Please tell the helpdesk.',
})

/** The virus scanner was unavailable at the upload, or could not scan the file to its end. */
export const STILL_BEING_CHECKED = defineError({
  code: 'document.still_checked',
  status: 503,
  logged: 'info',
  sentence: 'This file is still being checked.',
})
/** `details` names the virus. */
export const INFECTED = defineError({
  code: 'document.infected',
  status: 409,
  sentence: 'A virus was found in this file, so it cannot be opened. Please ask the helpdesk.',
})

/** Maximum concurrent downloads of one person per server; browsers and scripts open fewer. */
export const MAX_OPEN_DOWNLOADS = 64
export const TOO_MANY_DOWNLOADS = defineError({
  code: 'document.too_many_downloads',
  status: 429,
  sentence: `${MAX_OPEN_DOWNLOADS} of your downloads are still open. Please wait until one of them has ended.`,
})

/** Errors of every call that saves a part of a document. */
export const editErrors = [FILE_NOT_FOUND, CHANGED_MEANWHILE, IN_THE_BIN] as const
/** Errors of every call that returns the bytes of a document. */
export const downloadErrors = [
  FILE_NOT_FOUND,
  OPEN_FORBIDDEN,
  STILL_BEING_CHECKED,
  INFECTED,
  NO_SUCH_PART,
  CONTENT_MISSING,
  TOO_MANY_DOWNLOADS,
] as const
