import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The lists that have sealed cursors. */
export type CursorPurpose = 'documents' | 'people' | 'events'

/** Encrypts what a cursor says of a row. URLs end in the logs of proxies, which may not learn names and addresses. */
export type CursorSeal = {
  /** The same text gives the same result on every server of the portal. */
  readonly seal: (purpose: CursorPurpose, text: string) => Promise<string>
  /** The text; null for anything that `seal` did not return for this purpose. */
  readonly open: (purpose: CursorPurpose, sealed: string) => Promise<string | null>
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Keys = { readonly cipher: Buffer; readonly nonce: Buffer }

/** The secret is the same on all servers of a portal. It is read once. */
export function createCursorSeal(readSecret: () => Promise<Buffer>): CursorSeal {
  let secret: Promise<Buffer> | null = null
  const readKeys = async (purpose: CursorPurpose) => {
    secret ??= readSecret()
    secret.catch(() => {
      secret = null
    })
    return keysOf(await secret, purpose)
  }
  return {
    seal: async (purpose, text) => seal(text, await readKeys(purpose)),
    open: async (purpose, sealed) => open(sealed, await readKeys(purpose)),
  }
}

/** A cursor of the documents has the name that all cursors had, so that the release before can read it. */
const NAMES: Readonly<Record<CursorPurpose, string>> = {
  documents: 'cursor',
  people: 'cursor of people',
  events: 'cursor of events',
}

/** Each purpose has its own keys, so that a cursor of one list is none of another. */
function keysOf(secret: Buffer, purpose: CursorPurpose): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `${NAMES[purpose]} ${use}`, 32))
  return { cipher: derive('cipher'), nonce: derive('nonce') }
}

/** The nonce comes from the text, so that a page has the same link each time it is read. */
const nonceOf = (text: string, { nonce }: Keys) =>
  createHmac('sha256', nonce).update(text).digest().subarray(0, NONCE_BYTES)

function seal(text: string, keys: Keys): string {
  const nonce = nonceOf(text, keys)
  const cipher = createCipheriv(CIPHER, keys.cipher, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function open(sealed: string, keys: Keys): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keys.cipher, nonce)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    const text = Buffer.concat([body, decipher.final()]).toString('utf8')
    return timingSafeEqual(nonce, nonceOf(text, keys)) ? text : null
  } catch {
    return null
  }
}
