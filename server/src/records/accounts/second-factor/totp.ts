import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'

// Codes of an authenticator app (RFC 6238), in the form that every app supports: HMAC-SHA-1, six digits, a new code
// every 30 seconds.

const SECRET_BYTES = 20
const DIGITS = 6
const STEP_SECONDS = 30
/** Steps by which a clock may be slow or fast. */
const DRIFT = 1

/** 160 random bits, as RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Returns the number of whole 30-second periods since 1970. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / STEP_SECONDS)
}

/** The code of one step (RFC 4226, section 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

type Question = {
  code: string
  now: Date
  /** Codes of this step and earlier ones were used. */
  lastStep: number
}

/** Returns the step of the code, among the current one and its neighbors; null if no unused step matches. */
export function findStep(secret: Buffer, { code, now, lastStep }: Question): number | null {
  const current = stepAt(now)
  const typed = Buffer.from(code)
  let found: number | null = null
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1) {
    const right = Buffer.from(codeOf(secret, step))
    const isRight = typed.length === right.length && timingSafeEqual(typed, right)
    if (isRight && step > lastStep) found ??= step
  }
  return found
}

/** The address that an authenticator app reads from a QR code (Key Uri Format). */
export function appAddress({
  secret,
  email,
  issuer,
}: {
  secret: Buffer
  email: string
  issuer: string
}): string {
  // A colon would end the issuer.
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(email)}`
  const facts = `secret=${base32(secret)}&issuer=${encodeURIComponent(name)}`
  return `otpauth://totp/${label}?${facts}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
