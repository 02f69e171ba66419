import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { availableParallelism } from 'node:os'
import { SIGN_IN_BUSY } from '@portal/contract/sign-in/sign-in.ts'
import { failure } from '../../../engines/http/errors.ts'
import { createLimiter } from '../../../engines/limiter/limiter.ts'

/** Node hashes on four threads that file and name lookups need too, so some must stay free. */
const MAX_CONCURRENT = Math.max(1, Math.min(3, availableParallelism()))

/** About ten seconds of work on one core: callers that would wait longer have left by then. */
const MAX_WAITING = 400

type HashingQueue = { run<T>(work: () => Promise<T>): Promise<T> }

/**
 * argon2id with 19 MiB, two passes and one lane: the first choice of the OWASP password storage cheat sheet. Each hash
 * contains its parameters, so they can be raised. Old hashes stay valid and are renewed at sign-in.
 */
const CURRENT_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const SALT_BYTES = 16

const HASH_BYTES = 32

/** The cost of one hash: KiB of memory, passes over it, lanes. */
export type HashCost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

type StoredHash = HashCost & { salt: Buffer; hash: Buffer }

const derive = promisify(argon2)

export type PasswordHasher = {
  /**
   * Hashes the password into a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Makes a new salt unless one is
   * given.
   * @throws PortalError 503 if too many calls wait.
   */
  hash(password: string, salt?: Buffer): Promise<string>
  /**
   * Returns the stored hash that matches the password, or null. Hashes with the same salt and cost need only one
   * computation. Without any stored hash it does the same work anyway, so that timing reveals nothing.
   * @throws PortalError 503 if too many calls wait.
   */
  match(password: string, stored: readonly string[]): Promise<string | null>
  /** Whether a stored hash costs an attacker less memory or fewer passes than the hashes made here. */
  needsRenewal(phc: string): boolean
}

/** Hashes and compares passwords in one shared queue. Tests pass a cheap `cost`; the portal uses the current one. */
export function createPasswordHasher(cost: HashCost = CURRENT_COST): PasswordHasher {
  const queue = createHashingQueue()
  /** No password has this hash. */
  const dummyHash = writePhc({ ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) })
  const deriveInTurn: Derive = (password, parameters) => queue.run(() => deriveHash(password, parameters))
  return {
    async hash(password, salt = randomBytes(SALT_BYTES)) {
      const hash = await deriveInTurn(password, { ...cost, salt, length: HASH_BYTES })
      return writePhc({ ...cost, salt, hash })
    },
    async match(password, stored) {
      const groups = Map.groupBy(stored.length > 0 ? stored : [dummyHash], costAndSalt)
      let match: string | null = null
      for (const alike of groups.values()) {
        const compared = await compare(password, alike, deriveInTurn)
        for (const [phc, isRight] of compared) if (isRight && phc !== dummyHash) match ??= phc
      }
      return match
    },
    needsRenewal(phc) {
      const { memory, passes } = readPhc(phc)
      return memory < cost.memory || passes < cost.passes
    },
  }
}

type Parameters = HashCost & { salt: Buffer; length: number }

type Derive = (password: string, parameters: Parameters) => Promise<Buffer>

async function compare(
  password: string,
  alike: readonly string[],
  deriveInTurn: Derive,
): Promise<[string, boolean][]> {
  const parsed = alike.map((phc) => [phc, readPhc(phc)] as const)
  const [, first] = parsed[0] ?? []
  if (!first) return []
  const derived = await deriveInTurn(password, { ...first, length: first.hash.length })
  return parsed.map(([phc, { hash }]) => [
    phc,
    hash.length === derived.length && timingSafeEqual(hash, derived),
  ])
}

function deriveHash(
  password: string,
  { length, salt, memory, passes, parallelism }: Parameters,
): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password),
    nonce: salt,
    tagLength: length,
    memory,
    passes,
    parallelism,
  })
}

/** Returns the salt of a stored hash, so that other hashes can share one check with it. */
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

/** Base64 without padding, as the PHC format requires. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** Returns a PHC string without its hash. */
function costAndSalt(phc: string): string {
  return phc.slice(0, phc.lastIndexOf('$'))
}

/**
 * Runs at most `concurrent` computations and lets `waiting` more wait. A flood of sign-ins then needs limited memory
 * and leaves capacity for other calls. Rejects the rest with 503.
 */
export function createHashingQueue({
  concurrent = MAX_CONCURRENT,
  waiting = MAX_WAITING,
} = {}): HashingQueue {
  const limiter = createLimiter({
    perKey: concurrent,
    waitingPerKey: waiting,
    refuse: () => failure(SIGN_IN_BUSY),
  })
  // A sign-in has no known account yet, so all share one queue.
  return { run: (work) => limiter.run('everybody', work) }
}
