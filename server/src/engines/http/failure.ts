import {
  ADDRESS_INVALID,
  DATABASE_AWAY,
  DISK_FULL,
  JSON_INVALID,
  RECORDS_CONTESTED,
  REQUEST_UNREADABLE,
  SOMETHING_WENT_WRONG,
  STORAGE_AWAY,
  UNKNOWN_ADDRESS,
} from '@portal/contract/common-errors.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { isOutOfRoom } from '../storage/out-of-room.ts'
import { StorageAway } from '../storage/storage.ts'
import { failure, PortalError } from './errors.ts'

/**
 * The database aborted one of several competing transactions: a deadlock, a serialization failure, or a wait for a lock
 * that was longer than the database allows.
 */
const CONTEST_CODES = new Set(['40P01', '40001', '55P03'])
/** The operator of the database may set time limits on statements and transactions (57014, 25P03, 25P04). */
const DATABASE_CODES = /^(08|57P0|57014|53|25006|25P0[34]|55P04)/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])
const POOL_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/

/** The framework's own errors, in our words. */
const FRAMEWORK: Readonly<Record<string, ErrorCase>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: JSON_INVALID,
  FST_ERR_BAD_URL: ADDRESS_INVALID,
  FST_ERR_MAX_PARAM_LENGTH: ADDRESS_INVALID,
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  const isFromDatabase = error instanceof Error && !('path' in error)
  return (
    DATABASE_CODES.test(code) ||
    (isFromDatabase && SOCKET_CODES.has(code)) ||
    (error instanceof Error && POOL_MESSAGES.test(error.message))
  )
}

/** Turns any thrown value into the failure that the caller gets; `fallback` is the sentence of an unexpected one. */
export function toPortalError(error: unknown, fallback: string | undefined): PortalError {
  if (error instanceof PortalError) return error
  const code = codeOf(error)
  // EROFS means a disk that became read-only; the system does that when it finds the disk broken.
  if (error instanceof StorageAway || code === 'EROFS') return failure(STORAGE_AWAY)
  const known = FRAMEWORK[code]
  if (known) return failure(known)
  if (code.startsWith('FST_ERR_CTP') || code === 'SECURITY') return failure(REQUEST_UNREADABLE)
  const status = clientStatusOf(error)
  if (status === 403 || status === 404) return failure(UNKNOWN_ADDRESS)
  if (status !== null) return failure({ ...REQUEST_UNREADABLE, status })
  if (isOutOfRoom(error)) return failure(DISK_FULL)
  if (CONTEST_CODES.has(code)) return failure(RECORDS_CONTESTED)
  if (isDatabaseAway(error)) return failure(DATABASE_AWAY)
  return failure({ ...SOMETHING_WENT_WRONG, ...(fallback !== undefined && { sentence: fallback }) })
}

/** The 4xx status of an error that the framework, or the server of built files, blames on the caller. */
function clientStatusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null
}
