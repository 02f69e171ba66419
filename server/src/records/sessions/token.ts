import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A secret of 256 random bits, and its hash for the database. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** The database's key for a token. A fast hash is enough, because the token cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
