import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The code of an authenticator app for a typed secret, this many codes from now (RFC 6238). */
export function codeOfApp(secret: string, codesFromNow = 0): string {
  let bits = 0n
  for (const letter of secret.replaceAll(' ', '')) bits = bits * 32n + BigInt(LETTERS.indexOf(letter))
  const key = Buffer.from(bits.toString(16).padStart(40, '0'), 'hex')
  const step = Math.floor(Date.now() / STEP_MS) + codesFromNow
  const hmac = createHmac('sha1', key)
    .update(Buffer.from(step.toString(16).padStart(16, '0'), 'hex'))
    .digest('hex')
  const at = Number.parseInt(hmac.slice(-1), 16) * 2
  const number = Number.parseInt(hmac.slice(at, at + 8), 16) % 0x80000000
  return String(number).slice(-6).padStart(6, '0')
}
