import {
  CHECKSUM_MISMATCH,
  OFFSET_MISMATCH,
  RESUMABLE_NOT_FOUND,
  TAKEN_OVER,
  type ResumableUpload,
} from '@portal/contract/files/resumable.ts'
import { UPLOAD_INCOMPLETE } from '@portal/contract/files/upload-errors.ts'
import { CallError } from '../../../lib/call.ts'
import type { PortalConnection } from './portal-connection.ts'
import { refusalText } from '../facts/check-texts.ts'
import { mergeServerStatus, NOT_STORED, type QueueEntry } from './queue-entry.ts'

/** Milliseconds; the pauses double from the first to the longest. */
const FIRST_PAUSE_MS = 500

const LONGEST_PAUSE_MS = 60_000

type SendProblem = {
  /** Consecutive failures, from 1. */
  readonly failures: number
  /** Seconds to wait as requested by the server; undefined if not requested. */
  readonly retryAfter: number | undefined
}

export type EntrySender = {
  /** Sends the missing bytes; resolves with the document's id if the response contains it. */
  readonly attempt: (entry: QueueEntry, signal: AbortSignal) => Promise<number | null>
  /** Fetches the server's status of the file; null if the server does not know it. */
  readonly ask: (key: string, signal: AbortSignal) => Promise<ResumableUpload | null>
  readonly connection: PortalConnection
  readonly pause: (milliseconds: number, until: AbortSignal) => Promise<void>
  /** Between 0 and 1. */
  readonly chance: () => number
  /** The current entry; undefined once it has been removed. */
  readonly latest: (key: string) => QueueEntry | undefined
  readonly change: (entry: QueueEntry) => void
  /** Reports why the file is paused, for its row; null once it is being sent. */
  readonly onTrouble: (key: string, why: string | null) => void
}

type Task = {
  readonly key: string
  /** Whether the server may have more bytes than recorded here: then its status is fetched first. */
  readonly isUnsure: boolean
  readonly signal: AbortSignal
}

/** How the sending of one file ended. `signed out` stops all files, and this file stays waiting. */
export type SendingEnd = 'settled' | 'stopped' | 'signed out'

/**
 * Sends one file until it is stored, rejected or removed, despite failures of the connection or the server. After every
 * failure it fetches the server's status, so that no received byte is sent twice. Never rejects.
 */
export async function sendEntry({ key, isUnsure, signal }: Task, sender: EntrySender): Promise<SendingEnd> {
  let failures = 0
  let mustAsk = isUnsure
  while (true) {
    const restored = sender.connection.restored(signal)
    // Retries must run one after another.
    // oxlint-disable no-await-in-loop
    if (restored) await restored
    const entry = sender.latest(key)
    if (signal.aborted || !entry) return 'stopped'
    try {
      if (await tryOnce({ entry, mustAsk, signal }, sender)) return 'settled'
      mustAsk = false
    } catch (failure) {
      if (signal.aborted) return 'stopped'
      if (failure instanceof CallError && failure.status === 401) return 'signed out'
      if (!isPassing(failure)) {
        refuse(key, failure, sender)
        return 'settled'
      }
      forgetUnknown(key, failure, sender)
      mustAsk = true
      failures += 1
      if (await sender.connection.hasCut(failure)) continue
      const { retryAfter, status } = failure
      if (status === 429 || status === 503) sender.onTrouble(key, failure.message)
      await sender.pause(pauseBefore({ failures, retryAfter }, sender.chance()), signal)
    }
  }
}

type Try = { readonly entry: QueueEntry; readonly mustAsk: boolean; readonly signal: AbortSignal }

/** Returns whether the file is settled; otherwise the next try resumes at the server's offset. */
async function tryOnce({ entry, mustAsk, signal }: Try, sender: EntrySender): Promise<boolean> {
  if (mustAsk) {
    const known = await sender.ask(entry.key, signal)
    const after = known === null ? { ...entry, uploadId: null } : mergeServerStatus(entry, known)
    if (after !== entry) sender.change(after)
    if (after.state.is !== 'waiting') return true
    if (after.uploadId !== entry.uploadId) return false
  }
  const fileId = await sender.attempt(entry, signal)
  const latest = sender.latest(entry.key)
  if (latest) sender.change({ ...latest, state: { is: 'stored', fileId, file: null } })
  return true
}

const PASSING_STATUSES = new Set([0, 408, 425, 429])

const PASSING_CODES = new Set<string>([
  OFFSET_MISMATCH.code,
  TAKEN_OVER.code,
  CHECKSUM_MISMATCH.code,
  RESUMABLE_NOT_FOUND.code,
  UPLOAD_INCOMPLETE.code,
])

/** Whether a retry may succeed: failures of the connection, or of a server that is busy or restarting. */
function isPassing(failure: unknown): failure is CallError {
  if (!(failure instanceof CallError)) return false
  const { status, code = '' } = failure
  return PASSING_STATUSES.has(status) || status >= 500 || PASSING_CODES.has(code)
}

/** Restarts an upload that the server no longer knows, under the same key. */
function forgetUnknown(key: string, failure: CallError, { latest, change }: EntrySender): void {
  const entry = latest(key)
  if (entry && failure.code === RESUMABLE_NOT_FOUND.code) change({ ...entry, uploadId: null })
}

function refuse(key: string, failure: unknown, { latest, change }: EntrySender): void {
  const entry = latest(key)
  const isServers = failure instanceof CallError && failure.fromServer
  const reason = isServers ? refusalText(failure.details ?? failure.message, failure.code) : NOT_STORED
  if (entry) change({ ...entry, state: { is: 'refused', reason } })
}

/**
 * Milliseconds until the next try: longer after every failure, and never earlier than the server asks. `chance`, 0 to
 * 1, spreads the retries, so that clients who lost the same connection do not return at the same time.
 */
export function pauseBefore({ failures, retryAfter = 0 }: SendProblem, chance: number): number {
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.round(Math.max(grown * (0.5 + chance / 2), retryAfter * 1000 * (1 + chance / 10)))
}
