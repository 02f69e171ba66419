import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@portal/contract/sign-in/webauthn.ts'
import { encodeCbor, type Cbor } from './cbor.ts'

/** The data that a device and the browser report. A test may fake each. */
export type AuthenticatorOptions = {
  origin: string
  rpId: string
  isVerified: boolean
  mayBeBackedUp: boolean
  isBackedUp: boolean
  /** How often the key has signed, including this time. Devices without a counter report 0. */
  signCount: number
  type: string
  /** The value to sign in place of the requested challenge. */
  challenge: string
}

/** A key of a device. */
export type HeldKey = { id: Buffer; privateKey: KeyObject; userHandle: string }

const FLAGS = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, backedUp: 0x10, withKey: 0x40 } as const

/** The data of this machine's own portal, with a finger on the device. */
const HONEST = {
  origin: 'http://localhost:3000',
  rpId: 'localhost',
  isVerified: true,
  mayBeBackedUp: false,
  isBackedUp: false,
  signCount: 0,
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function authenticatorData(said: AuthenticatorOptions, keyPart: Buffer): Buffer {
  const flags =
    FLAGS.present |
    (said.isVerified ? FLAGS.verified : 0) |
    (said.mayBeBackedUp ? FLAGS.mayBeBackedUp : 0) |
    (said.isBackedUp ? FLAGS.backedUp : 0) |
    (keyPart.length > 0 ? FLAGS.withKey : 0)
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(said.signCount, 1)
  return Buffer.concat([sha256(said.rpId), rest, keyPart])
}

function clientData({ type, challenge, origin }: AuthenticatorOptions): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** A key in the format of devices: COSE, ECDSA with SHA-256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const pairs: Cbor = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return encodeCbor(pairs)
}

/** Creates a key, like a device that stores one inside. */
export function createPasskey(
  { challenge, user }: PasskeyCreation,
  lies: Partial<AuthenticatorOptions & { statement: { format: string; content: Cbor } }> = {},
): { key: HeldKey; attestation: PasskeyAttestation } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const said = { ...HONEST, type: 'webauthn.create', challenge, ...lies }
  const key = { id: randomBytes(32), privateKey, userHandle: user.id }
  const length = Buffer.from([0, key.id.length])
  const keyPart = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey(publicKey)])
  const { format, content } = lies.statement ?? { format: 'none', content: [] }
  const attestationObject = encodeCbor([
    ['fmt', format],
    ['attStmt', content],
    ['authData', authenticatorData(said, keyPart)],
  ])
  const id = base64url(key.id)
  const response = {
    clientDataJSON: base64url(clientData(said)),
    attestationObject: base64url(attestationObject),
    transports: ['internal'],
  }
  return { key, attestation: { id, rawId: id, type: 'public-key', response } }
}

/** Signs a request with a key of the device. */
export function signWith(
  key: HeldKey,
  request: Pick<PasskeyRequest, 'challenge'>,
  lies: Partial<AuthenticatorOptions> = {},
): PasskeyAssertion {
  const said = { ...HONEST, type: 'webauthn.get', challenge: request.challenge, ...lies }
  const [data, client] = [authenticatorData(said, Buffer.alloc(0)), clientData(said)]
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)
  const id = base64url(key.id)
  const response = {
    clientDataJSON: base64url(client),
    authenticatorData: base64url(data),
    signature: base64url(signature),
    userHandle: key.userHandle,
  }
  return { id, rawId: id, type: 'public-key', response }
}
