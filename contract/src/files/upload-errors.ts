import { correctionErrors } from './correction-errors.ts'
import { descriptionErrors } from './description.ts'
import { defineError } from '../error.ts'
import { ACCEPTED_EXTENSIONS } from '../limits.ts'
import { ownerErrors } from './link-errors.ts'

// Reasons why a file is not stored.

export const FILL_ALL_FIELDS = defineError({
  code: 'upload.fields_missing',
  status: 400,
  sentence: 'Please fill all required fields.',
})
export const FILE_NAME_MISSING = defineError({
  code: 'upload.file_name_missing',
  status: 400,
  sentence: 'Please give the file a name.',
})
export const FILE_EMPTY = defineError({
  code: 'upload.file_empty',
  status: 400,
  sentence: '{fileName} is empty.',
})
export const FILE_TOO_LARGE = defineError({
  code: 'upload.file_too_large',
  status: 413,
  sentence: '{fileName} exceeds the limit.Please upload a file less than {megabytes}MB',
})
/** The specification does not accept the extension (section 5). */
export const NOT_ACCEPTED = defineError({
  code: 'upload.extension_not_accepted',
  status: 415,
  sentence: `{fileName}: this type of file is not accepted. Accepted types: ${ACCEPTED_EXTENSIONS.join(', ')}.`,
})
export const CONTENT_INVALID = defineError({
  code: 'upload.content_invalid',
  status: 415,
  sentence: '{fileName}: the content is not a valid .{extension} file.',
})
export const FILE_PROTECTED = defineError({
  code: 'upload.file_protected',
  status: 415,
  sentence: '{fileName}: the file is password protected and cannot be checked.',
})
/** `details` is a sentence that names the file and the virus. */
export const FILE_INFECTED = defineError({
  code: 'upload.infected',
  status: 415,
  sentence:
    '{fileName}: a virus was found in this file, so it was refused. Have your computer checked for viruses, or ask the helpdesk.',
})
/** Like the error above, but quarantine is full, so its bytes were not stored either. */
export const FILE_INFECTED_NOT_STORED = defineError({
  ...FILE_INFECTED,
  code: 'upload.infected_not_kept',
})
export const UPLOAD_OTHER_COUNTY = defineError({
  code: 'upload.county_not_yours',
  status: 403,
  sentence: 'You may only upload for your own county.',
})
export const UPLOAD_UNKNOWN_COUNTY = defineError({
  code: 'upload.county_unknown',
  status: 400,
  sentence: 'This county does not exist.',
})
export const UPLOAD_COUNTY_CLOSED = defineError({
  code: 'upload.county_closed',
  status: 409,
  sentence: 'This county is closed. Its documents can be read, but nothing can be uploaded to it any more.',
})
export const UNKNOWN_TYPE = defineError({
  code: 'upload.type_unknown',
  status: 400,
  sentence: 'This attachment type does not exist.',
})
export const TYPE_OF_OTHER_CATEGORY = defineError({
  code: 'upload.type_of_other_category',
  status: 400,
  sentence: 'This attachment type does not belong to the category.',
})
export const DESCRIPTION_UNREADABLE = defineError({
  code: 'upload.description_unreadable',
  status: 400,
  sentence: 'The description holds a character that is not allowed.',
})
export const NO_FORM = defineError({
  code: 'upload.no_form',
  status: 400,
  sentence: 'Please send the file as a form (multipart/form-data).',
})
export const NO_FILE_FIELD = defineError({
  code: 'upload.no_file_field',
  status: 400,
  sentence: "Please send the file in the field 'file'.",
})
export const SEVERAL_FILES = defineError({
  code: 'upload.several_files',
  status: 400,
  sentence: 'Please send one file at a time.',
})
export const FIELD_NOT_ALLOWED = defineError({
  code: 'upload.field_not_allowed',
  status: 400,
  sentence: "A field cannot be named '{name}'.",
})
export const FIELD_REPEATED = defineError({
  code: 'upload.field_repeated',
  status: 400,
  sentence: "The field '{name}' may be given once only.",
})
export const FIELD_TOO_LONG = defineError({
  code: 'upload.field_too_long',
  status: 400,
  sentence: "The field '{name}' is too long.",
})
export const UPLOAD_INCOMPLETE = defineError({
  code: 'upload.incomplete',
  status: 400,
  sentence: 'The upload arrived incomplete. Please try again.',
})
export const UPLOAD_UNREADABLE = defineError({
  code: 'upload.unreadable',
  status: 400,
  sentence: 'The upload could not be read. {reason}',
})
export const TOO_MANY_AT_ONCE = defineError({
  code: 'upload.too_many_at_once',
  status: 429,
  sentence:
    'You are sending too many files at once. Please wait until some of them have arrived, and try again.',
})
/** The person's daily upload quota is used up. */
export const DAY_IS_FULL = defineError({
  code: 'upload.day_is_full',
  status: 429,
  sentence:
    'With this file you would upload more than one person may in a day ({megabytes} MB). Smaller files may still fit. Please go on tomorrow, or ask the helpdesk.',
})
export const COUNTY_DAY_IS_FULL = defineError({
  code: 'upload.county_day_is_full',
  status: 429,
  sentence:
    'With this file this county would get more than it may in a day ({megabytes} MB). Smaller files may still fit. Please go on tomorrow, or ask the helpdesk.',
})
export const COUNTY_AT_ONCE = defineError({
  code: 'upload.county_at_once',
  status: 429,
  sentence: 'Your county is sending very many files right now. Please try again in a moment.',
})
export const UPLOADS_BUSY = defineError({
  code: 'upload.busy',
  status: 503,
  logged: 'info',
  sentence: 'Too many files are being uploaded right now. Please try again in a moment.',
})

/** Errors of every call that uploads a document, with or without its owner. */
export const uploadErrors = [
  FILL_ALL_FIELDS,
  FILE_NAME_MISSING,
  FILE_EMPTY,
  FILE_TOO_LARGE,
  NOT_ACCEPTED,
  CONTENT_INVALID,
  FILE_PROTECTED,
  FILE_INFECTED,
  FILE_INFECTED_NOT_STORED,
  UPLOAD_OTHER_COUNTY,
  UPLOAD_UNKNOWN_COUNTY,
  UPLOAD_COUNTY_CLOSED,
  UNKNOWN_TYPE,
  TYPE_OF_OTHER_CATEGORY,
  DESCRIPTION_UNREADABLE,
  NO_FORM,
  NO_FILE_FIELD,
  SEVERAL_FILES,
  FIELD_NOT_ALLOWED,
  FIELD_REPEATED,
  FIELD_TOO_LONG,
  UPLOAD_INCOMPLETE,
  UPLOAD_UNREADABLE,
  TOO_MANY_AT_ONCE,
  DAY_IS_FULL,
  COUNTY_DAY_IS_FULL,
  COUNTY_AT_ONCE,
  UPLOADS_BUSY,
  ...ownerErrors,
  ...correctionErrors,
  ...descriptionErrors,
] as const
