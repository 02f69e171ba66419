import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment } from '../fields.ts'

// How the portal is, for administrators: what /readyz says, and what a person would look up on the server.

/** The screens that show what a warning is about. */
export const warningScreen = z.enum(['jobs', 'mailbox', 'virusChecks'])
export type WarningScreen = z.output<typeof warningScreen>

/** Of the parts one that did not answer in two seconds is null. */
export const portalState = z.object({
  at: moment,
  version: z.string(),
  /** Whether it works, as `/readyz` says. */
  health: z
    .object({
      isReady: z.boolean(),
      /**
       * What is wrong, or may soon be. `advice` says what to do, null where the text does; `screen` shows what the warning
       * is about, null where no screen does.
       */
      warnings: z.array(
        z.object({ text: z.string(), advice: z.string().nullable(), screen: warningScreen.nullable() }),
      ),
    })
    .nullable(),
  database: z
    .object({
      kind: z.enum(['embedded', 'external']),
      version: z.string(),
      bytes: z.int(),
      /** The newest change of the schema, and when it was made; null before the first. */
      migration: z.object({ name: z.string(), appliedAt: moment }).nullable(),
    })
    .nullable(),
  store: z
    .object({
      kind: z.enum(['disk', 'bucket']),
      /** The name by which the database knows it; null while it has none. */
      id: z.string().nullable(),
      /** Whether it is the one that the database knows. */
      isOwn: z.boolean(),
      /** Null of a bucket. */
      freeBytes: z.int().nullable(),
    })
    .nullable(),
  /** Stored files that are set aside, because no document has them. */
  quarantine: z.object({ files: z.int() }).nullable(),
  /** `mustSetUpFactor` is how many people must still set up a second factor, as the list of people marks them; null where no role needs one. */
  people: z.object({ mustSetUpFactor: z.int().nullable() }).nullable(),
  /** Of the machine that answers: whether a time server (NTP) keeps its clock, and milliseconds that it is ahead of the database's. */
  clock: z.object({ kept: z.enum(['kept', 'not kept', 'unknown']), aheadMs: z.int() }),
  /** Where the portal's own data lie. */
  disk: z.object({ freeBytes: z.int() }).nullable(),
  backup: z
    .object({
      /** When the last good one was begun; null where there is none. */
      lastAt: moment.nullable(),
      isTooOld: z.boolean(),
      hasFailedSince: z.boolean(),
      /** Whether the portal makes them by itself. */
      isScheduled: z.boolean(),
    })
    .nullable(),
  /** The night check, which reads every document in its turn. */
  nightCheck: z
    .object({
      /** The day on which its last night ended, `YYYY-MM-DD`; null before the first. */
      night: z.string().nullable(),
      /** How many documents that night has not come to. */
      documentsLeft: z.int(),
      isDatabaseChecked: z.boolean(),
      /** How many things it found wrong that have not been found sound since. */
      findings: z.int(),
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
  fallback: 'Failed to load the state of the portal.',
})
