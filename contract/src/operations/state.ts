import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment } from '../fields.ts'

// The state of the portal, for administrators: what /readyz reports, and what one would otherwise check on the server.

/** The screens that show what a warning is about. */
export const warningScreen = z.enum(['jobs', 'mailbox', 'virusChecks'])
export type WarningScreen = z.output<typeof warningScreen>

/**
 * A current or imminent problem. `advice` says what to do, null if the text already does; `screen` shows the subject of
 * the warning, null if no screen does.
 */
export const warning = z.object({
  text: z.string(),
  advice: z.string().nullable(),
  screen: warningScreen.nullable(),
})

/** A part that did not respond within two seconds is null. */
export const portalState = z.object({
  at: moment,
  version: z.string(),
  /** Whether the portal works, as `/readyz` reports. */
  health: z
    .object({
      isReady: z.boolean(),
      warnings: z.array(warning),
    })
    .nullable(),
  database: z
    .object({
      kind: z.enum(['embedded', 'external']),
      version: z.string(),
      bytes: z.int(),
      /** The newest schema migration; null before the first. */
      migration: z.object({ name: z.string(), appliedAt: moment }).nullable(),
    })
    .nullable(),
  store: z
    .object({
      kind: z.enum(['disk', 'bucket']),
      /** The name under which the database knows the store; null while it has none. */
      id: z.string().nullable(),
      /** Whether this is the store that the database knows. */
      isOwn: z.boolean(),
      /** Null for a bucket. */
      freeBytes: z.int().nullable(),
    })
    .nullable(),
  /** Stored files that were quarantined, because no document refers to them. */
  quarantine: z.object({ files: z.int() }).nullable(),
  /**
   * `mustSetUpFactor` is how many people must still set up a second factor, as the list of people marks them; null if
   * no role needs one.
   */
  people: z.object({ mustSetUpFactor: z.int().nullable() }).nullable(),
  /**
   * The clock of the responding machine: whether a time server (NTP) keeps it, and how many milliseconds it is ahead of
   * the database clock.
   */
  clock: z.object({ kept: z.enum(['kept', 'not kept', 'unknown']), aheadMs: z.int() }),
  /** The disk with the portal's own data. */
  disk: z.object({ freeBytes: z.int() }).nullable(),
  backup: z
    .object({
      /** When the last successful backup started; null if there is none. */
      lastAt: moment.nullable(),
      isTooOld: z.boolean(),
      hasFailedSince: z.boolean(),
      /** Whether the portal makes backups automatically. */
      isScheduled: z.boolean(),
    })
    .nullable(),
  /** The nightly check, which reads all documents in rotation. */
  nightCheck: z
    .object({
      /** The day on which the last nightly check ended, `YYYY-MM-DD`; null before the first. */
      night: z.string().nullable(),
      /** How many documents that check did not reach. */
      documentsLeft: z.int(),
      isDatabaseChecked: z.boolean(),
      /** How many problems it found that no later check has cleared. */
      findings: z.int(),
    })
    .nullable(),
  /** Texts of documents, which searches use. Counts stop at 100,000, and `read` is an estimate from there on. */
  texts: z
    .object({
      read: z.int(),
      /** How many of the read ones have pages that could not be read. */
      partlyRead: z.int(),
      waiting: z.int(),
      /** Documents whose text cannot be read, by reason, such as `password`. */
      unreadable: z.record(z.string(), z.int()),
      /** Since when the oldest of them waits; null if none does. */
      oldestWaitingAt: moment.nullable(),
    })
    .nullable(),
})
export type PortalState = z.output<typeof portalState>

export const getState = endpoint({
  summary:
    'How the portal is: whether it works, its warnings, its database, store, backup and night check. What does not answer in two seconds is null.',
  method: 'GET',
  path: '/admin/state',
  access: 'portal.manage',
  result: portalState,
  errors: [],
  fallback: 'The system status could not be loaded.',
})
