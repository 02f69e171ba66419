import { randomBytes } from 'node:crypto'
import { hashToken } from '../../sessions/token.ts'
import { base32, inGroups } from './base32.ts'

const CODES = 10
/** 120 bits: too many to guess, so a fast hash is enough. */
const CODE_BYTES = 15

/** Makes ten new codes in the form that people store, `abcd-efgh-…`, and their hashes for the database. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: CODES }, () =>
    inGroups(base32(randomBytes(CODE_BYTES)).toLowerCase(), '-'),
  )
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** Hashes a typed code, ignoring case, spaces and hyphens. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashToken(typed.replaceAll(/[\s-]/gu, '').toLowerCase())
}
