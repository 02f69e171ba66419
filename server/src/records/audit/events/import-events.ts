import { z } from 'zod'
import { auditEvent, type EventSentence } from './audit-event.ts'

/** The name of the file, the number of the import, and the line counts by result. */
const importedFile = z.object({
  file: z.string(),
  read: z.number(),
  inserted: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  removed: z.number(),
  skipped: z.number(),
  refused: z.number(),
  importID: z.number(),
})

const imported =
  (what: string): EventSentence<undefined, typeof importedFile> =>
  ({ subject, after }) =>
    `imported ${what} of ${subject}${after.file ? ` from ${after.file}` : ''}`

export const IMPORT_EVENTS = {
  'organizations.imported': auditEvent({
    label: 'organizations imported',
    after: importedFile,
    sentence: imported('organizations'),
  }),
  'agents.imported': auditEvent({
    label: 'agents imported',
    after: importedFile,
    sentence: imported('agents'),
  }),
  'owner_values.imported': auditEvent({
    label: 'owner values imported',
    after: importedFile,
    sentence: imported('owner values'),
  }),
  'owner_values.import_undone': auditEvent({
    label: 'import of owner values undone',
    after: z.object({
      appraisalYear: z.number(),
      importID: z.number(),
      undoes: z.number(),
      inserted: z.number(),
      updated: z.number(),
      removed: z.number(),
    }),
    sentence: ({ subject }) => `undid an import of owner values of ${subject}`,
  }),
} as const
