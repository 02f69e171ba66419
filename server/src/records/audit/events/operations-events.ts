import { z } from 'zod'
import { auditEvent, fallbackSentence } from './audit-event.ts'

/** The location of a backup, and when it was taken, in ISO 8601. */
const backup = { place: z.string(), takenAt: z.string(), documents: z.number(), bytes: z.number() }

export const STORE_EVENTS = {
  'stored_file.removed': auditEvent({
    label: 'stored file removed from quarantine',
    before: z.object({ bytes: z.number(), changedAt: z.string() }),
    sentence: fallbackSentence,
  }),
  'store.adopted': auditEvent({
    label: 'store adopted',
    /** The previous name of the store; null if it had none. */
    before: z.object({ id: z.string().nullable() }),
    sentence: fallbackSentence,
  }),
} as const

export const OPERATIONS_EVENTS = {
  'backup.made': auditEvent({
    label: 'backup made',
    after: z.object({ ...backup, ownBytes: z.number(), lacking: z.number() }),
    sentence: () => 'made a backup',
  }),
  'backup.restored': auditEvent({
    label: 'restored from a backup',
    after: z.object(backup),
    sentence: () => 'restored the portal from a backup',
  }),
  'counts.rebuilt': auditEvent({
    label: 'counts rebuilt',
    after: z.object({ ranked: z.number(), counts: z.number(), rolls: z.number() }),
    sentence: () => 'rebuilt the counts',
  }),
  'audit.reanchored': auditEvent({
    label: 'anchors of the audit record put aside',
    after: z.object({ aside: z.array(z.object({ name: z.string(), sha256: z.string() })) }),
    sentence: fallbackSentence,
  }),
  'jobs.retried': auditEvent({
    label: 'tasks retried',
    /** The count of each kind. */
    after: z.object({}).catchall(z.number()),
    sentence: () => 'retried tasks',
  }),
} as const
