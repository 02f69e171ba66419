import { defineError } from '../error.ts'

// Why a file is not marked as the correction of another one, in an upload or later.

export const CORRECTED_UNKNOWN = defineError({
  code: 'correction.file_unknown',
  status: 400,
  sentence: 'The file to correct does not exist. Check its file ID.',
})
export const CORRECTED_IN_BIN = defineError({
  code: 'correction.file_in_bin',
  status: 409,
  sentence: 'File {fileId} is in the recycle bin. Restore it before you correct it.',
})
export const CORRECTED_OF_OTHER_COUNTY = defineError({
  code: 'correction.other_county',
  status: 400,
  sentence:
    'A file can only correct a file of the same county. Without a county, both need the same uploader.',
})
export const CORRECTED_IS_NEWER = defineError({
  code: 'correction.newer_file',
  status: 400,
  sentence: 'A file can only correct an older file. Enter a lower file ID.',
})
export const CORRECTED_ALREADY = defineError({
  code: 'correction.corrected_already',
  status: 409,
  sentence: 'File {fileId} is already corrected. Correct file {newest} instead.',
})

/** Errors of the calls that upload a document which corrects another one. */
export const correctionErrors = [
  CORRECTED_UNKNOWN,
  CORRECTED_IN_BIN,
  CORRECTED_OF_OTHER_COUNTY,
  CORRECTED_ALREADY,
] as const
