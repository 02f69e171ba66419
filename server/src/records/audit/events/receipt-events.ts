import { z } from 'zod'
import { auditEvent } from './audit-event.ts'

export const RECEIPT_EVENTS = {
  'receipt.made': auditEvent({
    label: 'filing receipt made',
    after: z.object({ files: z.number() }),
    sentence: ({ subject }) => `got ${subject}`,
  }),
} as const
