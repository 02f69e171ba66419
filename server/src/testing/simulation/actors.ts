import { createHash } from 'node:crypto'
import type { Random } from '../../demo/random.ts'
import { readProven, provenByHashes } from '../../engines/storage/proven-bytes.ts'
import { DamagedBytes, MissingBytes, type Storage } from '../../engines/storage/storage.ts'
import type { PromiseLog, LedgerEntry, Standing } from './ledger.ts'
import { PlayedFailure } from './played-failure.ts'

/** Few, so that objects share folders and their syncs. */
const SHELVES = ['00', 'a1', 'ff']
/** Bytes. The last one is written in several steps. */
const SIZES = [1, 300, 5000, 5000, 5000, 5000, 5000, 300_000]

export type UploadScript = {
  readonly storage: Storage
  readonly ledger: PromiseLog
  readonly random: Random
  /** Lets others go first. */
  turn(): Promise<void>
}

class SenderLeft extends Error {}

/** Does this many random acts on the store, one after another, and records its promises. */
export async function act(life: UploadScript, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    try {
      await life.random.pick(DEEDS)(life)
    } catch (error) {
      // A failed act promises nothing. Any other error is a fault of the store.
      if (!isExpected(error)) {
        life.ledger.breach(`an error that nobody expects: ${String(error)}`)
      }
    }
  }
}

function isExpected(error: unknown): boolean {
  if (error instanceof SenderLeft) return true
  return error instanceof PlayedFailure && (error.code === 'EIO' || error.code === 'ENOSPC')
}

async function upload(life: UploadScript): Promise<void> {
  const { storage, ledger, random } = life
  const entry = newEntry(life)
  ledger.entries.set(entry.key, entry)
  const staged = await storage.stage(entry.key, sent(life, entry.bytes), { largest: entry.bytes.length })
  if (!staged.sha256.equals(entry.sha256)) ledger.breach('what was staged is not what was sent', entry.key)
  if (random.chance(30)) {
    const offset = random.below(entry.bytes.length)
    const piece = await storage.readStaged(entry.key, offset, 50)
    if (!piece.equals(entry.bytes.subarray(offset, offset + 50)))
      ledger.breach('staged bytes are wrong', entry.key)
  }
  if (random.chance(10)) return
  if (random.chance(10)) {
    await storage.discard(entry.key)
    return
  }
  await storage.keep(entry.key)
  ledger.stand(entry, 'kept')
}

async function read({ storage, ledger, random }: UploadScript): Promise<void> {
  const entry = pickOf(random, [...ledger.entries.values()])
  if (!entry) return
  const before = { standing: entry.standing, changes: entry.changes }
  const { key, bytes, sha256 } = entry
  const size = bytes.length
  const range = { start: 0, end: size - 1 }
  try {
    const source = random.chance(50)
      ? await storage.read(key, size)
      : await readProven(storage, { key, size, isProven: provenByHashes(sha256), range })
    const came = Buffer.concat(await source.toArray())
    if (!came.equals(bytes)) ledger.breach('a reader got wrong bytes', key)
  } catch (error) {
    const mayBeAway = before.standing !== 'kept' || entry.changes !== before.changes || entry.isBusy
    if (error instanceof MissingBytes && mayBeAway) return
    if (error instanceof MissingBytes) ledger.breach('a reader did not find what was promised', key)
    else if (error instanceof DamagedBytes) ledger.breach('a reader met something in pieces', key)
    else throw error
  }
}

async function list({ storage, ledger }: UploadScript): Promise<void> {
  const expected = ledger.idle('kept').map((entry) => ({ entry, changes: entry.changes }))
  const listed = new Set<string>()
  for await (const { key, place } of storage.list()) if (place === 'kept') listed.add(key)
  for (const { entry, changes } of expected) {
    const isStill = entry.changes === changes && !entry.isBusy
    if (isStill && !listed.has(entry.key)) ledger.breach('the list leaves out what was promised', entry.key)
  }
}

const remove = (life: UploadScript) =>
  change(
    life,
    { from: 'kept', meanwhile: 'unsure', to: 'unsure' },
    async ({ storage, ledger }, { key, bytes }) => {
      await storage.remove(key)
      const isGone = await storage.read(key, bytes.length).then(
        () => false,
        (error: unknown) => error instanceof MissingBytes || isExpected(error),
      )
      if (!isGone) ledger.breach('what was removed is still there', key)
    },
  )

const setAside = (life: UploadScript) =>
  change(
    life,
    { from: 'kept', meanwhile: 'moving', to: 'quarantined' },
    async ({ storage, ledger }, { key }) => {
      if (!(await storage.quarantine(key))) ledger.breach('what was promised could not be set aside', key)
    },
  )

const giveBack = (life: UploadScript) =>
  change(
    life,
    { from: 'quarantined', meanwhile: 'moving', to: 'kept' },
    async ({ storage, ledger }, { key }) => {
      if (!(await storage.restore(key))) ledger.breach('what was set aside could not be given back', key)
    },
  )

const removeForGood = (life: UploadScript) =>
  change(life, { from: 'quarantined', meanwhile: 'unsure', to: 'unsure' }, ({ storage }, { key }) =>
    storage.removeQuarantined(key),
  )

async function nameStore({ storage, ledger, random }: UploadScript): Promise<void> {
  if (ledger.isBeingNamed) return
  const name = `store-${random.below(1_000_000)}`
  ledger.isBeingNamed = true
  ledger.names.push(name)
  try {
    await storage.writeId(name)
    ledger.names = [name]
  } finally {
    ledger.isBeingNamed = false
  }
}

const DEEDS = [
  upload,
  upload,
  upload,
  upload,
  read,
  read,
  read,
  list,
  remove,
  setAside,
  giveBack,
  removeForGood,
  nameStore,
]

type Change = { from: Standing; meanwhile: Standing; to: Standing }

/** Moves one object. Until that succeeds, only the weakest promise counts for it. */
async function change(
  life: UploadScript,
  { from, meanwhile, to }: Change,
  deed: (life: UploadScript, entry: LedgerEntry) => Promise<void>,
): Promise<void> {
  const entry = pickOf(life.random, life.ledger.idle(from))
  if (!entry) return
  entry.isBusy = true
  life.ledger.stand(entry, meanwhile)
  try {
    await deed(life, entry)
    life.ledger.stand(entry, to)
  } finally {
    entry.isBusy = false
  }
}

function newEntry({ ledger, random }: UploadScript): LedgerEntry {
  const key = `${random.pick(SHELVES)}-object-${ledger.entries.size}-${random.below(1_000_000)}`
  const bytes = Buffer.alloc(random.pick(SIZES), `${key} `)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { key, bytes, sha256, standing: 'unsure', isBusy: false, changes: 0 }
}

/** The bytes from a sender, who may break off. */
async function* sent({ random, turn }: UploadScript, bytes: Buffer): AsyncGenerator<Buffer> {
  const length = Math.ceil(bytes.length / (1 + random.below(4)))
  for (let at = 0; at < bytes.length; at += length) {
    await turn()
    if (random.chance(3)) throw new SenderLeft()
    yield bytes.subarray(at, at + length)
  }
}

function pickOf<T>(random: Random, from: readonly T[]): T | undefined {
  return from.length > 0 ? random.pick(from) : undefined
}
