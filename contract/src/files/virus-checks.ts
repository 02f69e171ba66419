import { z } from 'zod'
import { FILE_NOT_FOUND } from './document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { done, fileId, id, moment } from '../fields.ts'
import { fileIds, IDS_INVALID } from './file-ids.ts'

/**
 * Why a file is listed. The scanner found a virus in a document ('infected') or in an upload, which was rejected
 * ('refused'). Or a document stays blocked until the scanner finds it clean ('pending'). Or the scanner failed on a
 * document that can be opened, because it is older than the scanner ('unchecked').
 */
const checkState = z.enum(['infected', 'refused', 'pending', 'unchecked'])

/** A file that the virus scanner has not found clean. */
export const virusCheck = z.object({
  /** Its id for the calls below. */
  Key: z.string(),
  /** Null for a rejected upload. */
  FileID: id.nullable(),
  FileName: z.string(),
  CountyName: z.string().nullable(),
  UploadedBy: z.string(),
  UploadDate: moment,
  State: checkState,
  /** The virus, or why the scanner could not finish; empty if it has not scanned the file yet. */
  Finding: z.string(),
})
export type VirusCheck = z.output<typeof virusCheck>

/** The state of a blocked document; 'stuck' waits like 'pending', but the scanner has failed on it. */
const unopenableState = z.enum(['pending', 'stuck', 'infected'])
export type BlockedFileState = z.output<typeof unopenableState>

export const CHECK_QUEUED = 'The file will be checked again.'
export const REMOVED_FOR_GOOD = 'File removed permanently.'

export const NO_SCANNER = defineError({
  code: 'virus_check.no_scanner',
  status: 409,
  sentence: 'No virus scanner is set up, so nothing can be checked.',
})
export const NOTHING_TO_CHECK = defineError({
  code: 'virus_check.nothing_to_check',
  status: 409,
  sentence: 'This file has been found clean in the meantime.',
})
export const NOT_INFECTED = defineError({
  code: 'virus_check.not_infected',
  status: 409,
  sentence: 'No virus is on record for this file any more, so it was not removed.',
})
export const listVirusChecks = endpoint({
  summary:
    'What the virus scanner has not found clean: viruses first, the newest 1000, with the true total; `scanner` tells whether it answers.',
  method: 'GET',
  path: '/virus-checks',
  access: 'documents.manage',
  result: z.object({
    files: z.array(virusCheck),
    total: z.int(),
    scanner: z.enum(['none', 'away', 'there']),
  }),
  errors: [],
  fallback: 'The virus checks could not be loaded.',
})

export const exportVirusChecks = endpoint({
  summary:
    'What the virus scanner has not found clean, in the order of the list, as CSV or XLSX: all of it, as it is at one moment. It is recorded.',
  method: 'GET',
  path: '/virus-checks/export',
  access: 'documents.manage',
  payload: 'document',
  query: z.object(exportFormat),
  result: z.unknown(),
  errors: [EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})

export const listUnopenable = endpoint({
  summary:
    'Of these documents, as far as the caller may see them, those that cannot be opened: still being checked, stuck because the scanner failed on them, or infected.',
  method: 'GET',
  path: '/virus-checks/states',
  access: 'session',
  query: z.object({ ids: fileIds }),
  result: z.object({ files: z.array(z.object({ FileID: id, State: unopenableState })) }),
  errors: [IDS_INVALID],
})

export const checkAgain = endpoint({
  summary: 'Has the virus scanner look at a document again; until then nobody opens it.',
  method: 'POST',
  path: '/virus-checks/:fileId/again',
  access: 'documents.manage',
  params: z.object({ fileId }),
  result: done,
  errors: [FILE_NOT_FOUND, NO_SCANNER, NOTHING_TO_CHECK],
  fallback: 'The file could not be checked.',
})

export const removeInfected = endpoint({
  summary: 'Removes a file with a virus for good: a document, or an upload that was refused.',
  method: 'DELETE',
  path: '/virus-checks/:key',
  access: 'documents.manage',
  params: z.object({ key: z.uuid('This file does not exist.') }),
  result: done,
  errors: [FILE_NOT_FOUND, NOT_INFECTED],
  fallback: 'Failed to remove the file.',
})
