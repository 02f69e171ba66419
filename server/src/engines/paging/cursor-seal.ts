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
  let keys: Promise<Keys> | null = null
  const readKeys = () => {
    keys ??= readSecret().then(keysOf)
    keys.catch(() => {
      keys = null
    })
    return keys
  }
  return {
    seal: async (purpose, text) => seal({ purpose, text }, await readKeys()),
    open: async (purpose, sealed) => open({ purpose, sealed }, await readKeys()),
  }
}

function keysOf(secret: Buffer): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `cursor ${use}`, 32))
  return { cipher: derive('cipher'), nonce: derive('nonce') }
}

type Cursor = { readonly purpose: CursorPurpose; readonly text: string }

/**
 * The nonce comes from the cursor, so that a page has the same link each time it is read. It differs by purpose: one
 * nonce with two purposes would reveal the key of the tags.
 */
const nonceOf = ({ purpose, text }: Cursor, { nonce }: Keys) =>
  createHmac('sha256', nonce).update(`${purpose}\n${text}`).digest().subarray(0, NONCE_BYTES)

function seal(cursor: Cursor, keys: Keys): string {
  const { purpose, text } = cursor
  const nonce = nonceOf(cursor, keys)
  const cipher = createCipheriv(CIPHER, keys.cipher, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

type Sealed = { readonly purpose: CursorPurpose; readonly sealed: string }

function open({ purpose, sealed }: Sealed, keys: Keys): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keys.cipher, nonce).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    const text = Buffer.concat([body, decipher.final()]).toString('utf8')
    return timingSafeEqual(nonce, nonceOf({ purpose, text }, keys)) ? text : null
  } catch {
    return null
  }
}
