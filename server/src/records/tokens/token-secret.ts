import { createHash, randomBytes } from 'node:crypto'
import type { Request } from '../../engines/http/app-types.ts'

const SECRET_BYTES = 32
/** Scanners find a secret that somebody published by this beginning. */
const PREFIX = 'cdp_'
const ENDING_CHARACTERS = 4

export type TokenSecret = { readonly secret: string; readonly secretHash: Buffer; readonly ending: string }

/** A new secret of 256 random bits, its hash for the database, and its ending for people. */
export function newTokenSecret(): TokenSecret {
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { secret, secretHash: hashSecret(secret), ending: secret.slice(-ENDING_CHARACTERS) }
}

/**
 * The database's key for a secret. A fast hash is enough: unlike a password, 256 random bits cannot be guessed. A search
 * by the hash also reveals nothing by its time.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * The API token that the caller sent; null if there is none. Proxies may use the header for credentials of their own, so
 * only our prefix makes it ours.
 */
export function readTokenSecret({ headers }: Pick<Request, 'headers'>): string | null {
  const [, secret = ''] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return secret.startsWith(PREFIX) ? secret : null
}
