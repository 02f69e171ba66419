import { z } from 'zod'
import { auditEvent } from './audit-event.ts'

export const SESSION_EVENTS = {
  /** By a password where it does not say how. */
  'session.started': auditEvent({
    label: 'signed in',
    after: z
      .object({
        by: z.enum(['passkey', 'code', 'recovery code', 'single sign-on']),
        issuer: z.string().optional(),
      })
      .optional(),
    sentence: () => 'signed in',
  }),
  'session.ended': auditEvent({ label: 'signed out', sentence: () => 'signed out' }),
  'session.others_ended': auditEvent({
    label: 'signed out everywhere else',
    after: z.object({ ended: z.number() }),
    sentence: () => 'signed out everywhere else',
  }),
  /** By a password where it does not say how. */
  'identity.proven': auditEvent({
    label: 'identity confirmed',
    after: z.object({ by: z.enum(['passkey', 'code', 'recovery code']) }).optional(),
    sentence: ({ whose }) => `confirmed again who ${whose === 'your' ? 'you' : 'they'} are`,
  }),
} as const
