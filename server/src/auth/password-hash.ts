import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createHashingQueue } from './hashing-queue.ts'

/**
 * argon2id with 19 MiB, two passes and one lane: the first choice of the OWASP password storage cheat sheet. The
 * parameters stand in each hash, so they can be raised without losing the old ones.
 */
const NOW_IN_USE = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32

type Cost = { memory: number; passes: number; parallelism: number }
type StoredHash = Cost & { salt: Buffer; hash: Buffer }

const derive = promisify(argon2)
const queue = createHashingQueue()

/** The password's hash as a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Throws 503 when too many wait. */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  const hash = await deriveHash(password, { ...NOW_IN_USE, salt, length: HASH_BYTES })
  return writePhc({ ...NOW_IN_USE, salt, hash })
}

/**
 * Which of the stored hashes the password belongs to; null when to none. Hashes that share salt and cost take one
 * piece of work together. With no stored hash the same work is done for nothing, so that time tells nobody anything.
 */
export async function matchPassword(password: string, stored: readonly string[]): Promise<string | null> {
  const groups = Map.groupBy(stored.length > 0 ? stored : [NOBODYS], costAndSalt)
  let match: string | null = null
  for (const alike of groups.values()) {
    for (const [phc, isRight] of await compare(password, alike)) if (isRight && phc !== NOBODYS) match ??= phc
  }
  return match
}

async function compare(password: string, alike: readonly string[]): Promise<[string, boolean][]> {
  const parsed = alike.map((phc) => [phc, readPhc(phc)] as const)
  const [, first] = parsed[0] ?? []
  if (!first) return []
  const derived = await deriveHash(password, { ...first, length: first.hash.length })
  return parsed.map(([phc, { hash }]) => [
    phc,
    hash.length === derived.length && timingSafeEqual(hash, derived),
  ])
}

async function deriveHash(
  password: string,
  { length, salt, ...cost }: Cost & { salt: Buffer; length: number },
) {
  const { memory, passes, parallelism } = cost
  const parameters = {
    message: Buffer.from(password),
    nonce: salt,
    tagLength: length,
    memory,
    passes,
    parallelism,
  }
  return queue.run(() => derive('argon2id', parameters))
}

/** The salt of a stored hash, for hashes that are to be checked together with it. */
export function saltOf(phc: string): Buffer {
  return readPhc(phc).salt
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/-]{11,86})\$([\w+/-]{16,172})$/

function readPhc(phc: string): StoredHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? []
  if (!salt || !hash) throw new Error('A stored password hash is not one of ours.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function writePhc({ memory, passes, parallelism, salt, hash }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Base64 without padding, as the PHC format wants it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** Everything of a hash but the hash. */
function costAndSalt(phc: string): string {
  return phc.slice(0, phc.lastIndexOf('$'))
}

/** No password has this hash. */
const NOBODYS = writePhc({ ...NOW_IN_USE, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) })
