import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** What the portal does in the background, with the facts each kind needs. */
export type JobPayloads = {
  'send-mail': { outboxId: number }
  'resend-confirmations': { email: string; isKnownNetwork: boolean }
  'offer-password': {
    email: string
    isKnownNetwork: boolean
    /** The account that the password belongs to; null for that of a registration that waits. */
    accountId: number | null
    cameFrom: string
  }
  'remove-stored-bytes': { storageKey: string }
  'write-owner-roll': { countyId: number; appraisalYear: number }
}
export type JobKind = keyof JobPayloads

export type Jobs = {
  /** Queues a job for each payload in the caller's transaction: they run only if that commits, at least once. */
  enqueue<K extends JobKind>(
    transaction: Transaction<DB>,
    kind: K,
    ...payloads: JobPayloads[K][]
  ): Promise<void>
  /** Looks for due jobs now instead of at the next poll; call it after the commit. */
  wake(): void
  /** Calls `listener` at every wake; returns what ends that. */
  onWake(listener: () => void): () => void
}
