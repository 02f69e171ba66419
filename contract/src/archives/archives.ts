import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { NOTHING_SELECTED } from '../runs/run-errors.ts'
import { selection } from '../runs/selection.ts'
import { SEARCHING, SEARCH_TIMEOUT, TOO_COMMON } from '../search/search-errors.ts'

// Archives: many documents as one ZIP file.

/** Minutes for which a prepared archive can be downloaded. */
export const ARCHIVE_MINUTES = 60
/** Prepared archives of one person; a further one replaces the oldest. */
export const MAX_PREPARED_ARCHIVES = 5

export const TOO_MANY_FOR_ARCHIVE = defineError({
  code: 'archive.too_many_files',
  status: 400,
  sentence: 'More than {files} files are selected, which is the limit of one ZIP file. Please select fewer.',
})
export const ARCHIVE_TOO_LARGE = defineError({
  code: 'archive.too_large',
  status: 400,
  sentence: 'The selected files have {size} GB. A ZIP file has at most {limit} GB. Please select fewer.',
})
export const ARCHIVE_NOT_FOUND = defineError({
  code: 'archive.not_found',
  status: 404,
  sentence: `This ZIP file is no longer available: it can be downloaded for ${ARCHIVE_MINUTES} minutes. Please select the files again.`,
})
export const TOO_MANY_ARCHIVES = defineError({
  code: 'archive.too_many',
  status: 429,
  sentence: 'Other ZIP files are still being downloaded. Please try again when one of them has ended.',
})

export const preparedArchive = z.object({
  /** Documents that are selected. */
  total: z.int(),
  /** False if a search matches more than its 10,000 newest hits; only these are selected. */
  isComplete: z.boolean(),
  /** Documents of the archive, and their bytes together. */
  files: z.int(),
  bytes: z.int(),
  /** Why documents are left out, the most frequent first. */
  leftOut: z.array(
    z.object({
      /** The code of the error that a download of the document would give, such as `document.infected`. */
      code: z.string(),
      sentence: z.string(),
      count: z.int(),
    }),
  ),
})
export type PreparedArchive = z.output<typeof preparedArchive>

/** Chosen by the sender. It names the archive among those of the person. */
const key = z.uuid()

/** 10,000 ids of nine digits, twice. */
const MAX_BODY_BYTES = 262_144

export const prepareArchive = endpoint({
  summary: `Fixes which documents an archive has, and says how many files and bytes that are and which are left out. It can be downloaded for ${ARCHIVE_MINUTES} minutes. Documents that the caller may not see count as ones that do not exist.`,
  method: 'POST',
  path: '/archives',
  access: 'session',
  body: z.object({ key, selection }),
  maxBodyBytes: MAX_BODY_BYTES,
  result: preparedArchive,
  errors: [
    NOTHING_SELECTED,
    TOO_MANY_FOR_ARCHIVE,
    ARCHIVE_TOO_LARGE,
    OTHER_COUNTY,
    TOO_COMMON,
    SEARCHING,
    SEARCH_TIMEOUT,
    TOO_MANY_ARCHIVES,
  ],
  fallback: 'The ZIP file could not be prepared. Please try again.',
})

export const downloadArchive = endpoint({
  summary:
    'The documents of a prepared archive as a ZIP file without compression, with `manifest.csv`, and `left-out.csv` if documents are left out. Access to each document is checked again when it is its turn. If a document cannot be read, or the access of the caller ends, the connection is cut before the end of the archive.',
  method: 'GET',
  path: '/archives/:key',
  access: 'session',
  payload: 'archive',
  params: z.object({ key }),
  result: z.unknown(),
  errors: [ARCHIVE_NOT_FOUND, TOO_MANY_ARCHIVES],
})
