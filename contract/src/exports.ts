import { z } from 'zod'
import { defineError } from './error.ts'
import { queryChoice } from './fields.ts'

// Exports: a list as a file, with the filters and the order of the list.

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORTS_BUSY = defineError({
  code: 'export.in_progress',
  status: 429,
  sentence: 'Another export is still running. Wait until it ends, then try again.',
})

/** The parameter of an export that has all columns. */
export const exportFormat = { format: queryChoice('format', EXPORT_FORMATS) }

const MAX_COLUMNS_TEXT = 400

/** The parameters of an export with these columns. The file has the named columns in their order, or all of them. */
export function exportParameters<const Key extends string>(keys: readonly Key[]) {
  const problem = `columns must be some of ${keys.join(',')}, each once.`
  const columns = z
    .string('columns may be given once only.')
    .max(MAX_COLUMNS_TEXT, problem)
    .transform((text): Key[] => text.split(',').filter((key) => key !== '') as Key[])
    .refine((all) => all.every((key) => keys.includes(key)) && new Set(all).size === all.length, problem)
    .transform((all) => (all.length === 0 ? undefined : all))
    .optional()
  return { ...exportFormat, columns }
}
