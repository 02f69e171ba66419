import { randomBytes } from 'node:crypto'
import { hashToken } from '../../sessions/token.ts'
import { base32, inGroups } from './base32.ts'

const CODES = 10
/** 120 bits: a fast hash of a code is enough, because none can be guessed. */
const CODE_BYTES = 15

/** Ten new codes as people keep them, `abcd-efgh-…`, and what the database knows them by. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: CODES }, () =>
    inGroups(base32(randomBytes(CODE_BYTES)).toLowerCase(), '-'),
  )
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** What the database knows a code by, however its letters and groups were typed. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashToken(typed.replaceAll(/[\s-]/gu, '').toLowerCase())
}
