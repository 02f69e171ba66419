import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A pending sign-in: the browser was sent to an issuer. */
export type IssuerRequest = {
  browserHash: Buffer
  issuer: string
  nonce: string
  codeVerifier: string
}

type NewRequest = IssuerRequest & { stateHash: Buffer; expiresAt: Date }

export async function insertIssuerRequest(db: Kysely<DB>, request: NewRequest): Promise<void> {
  await db
    .insertInto('issuer_request')
    .values({
      state_hash: request.stateHash,
      browser_hash: request.browserHash,
      issuer: request.issuer,
      nonce: request.nonce,
      code_verifier: request.codeVerifier,
      expires_at: request.expiresAt,
    })
    .execute()
}

type RequestKey = { stateHash: Buffer; browserHash: Buffer; now: Date }

/** Consumes a sign-in that this browser started at any issuer; undefined if it does not exist or has expired. */
export async function spendIssuerRequest(
  db: Kysely<DB>,
  { stateHash, browserHash, now }: RequestKey,
): Promise<Omit<IssuerRequest, 'browserHash'> | undefined> {
  return db
    .deleteFrom('issuer_request')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['issuer', 'nonce', 'code_verifier as codeVerifier'])
    .executeTakeFirst()
}

export async function deleteIssuerRequestsExpiredBy(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('issuer_request').where('expires_at', '<=', moment).execute()
}
