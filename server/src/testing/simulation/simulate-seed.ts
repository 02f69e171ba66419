import { seededRandom, type Random } from '../../demo/random.ts'
import type { DiskOperations } from '../../engines/storage/disk/disk-operations.ts'
import { openDiskStorage } from '../../engines/storage/disk/disk-storage.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { act } from './actors.ts'
import { PromiseLog, type LedgerEntry } from './ledger.ts'
import { PlayedDisk } from './played-disk.ts'
import { playedOperations, type Failing } from './played-operations.ts'
import { Turns } from './turns.ts'

const FOLDER = '/documents'
const LIVES = 2
const MAX_TURNS = 600
/** Lives in which only the power fails, in which all operations may, and in which many syncs of folders do. */
const FAILING: Failing[] = [
  { operations: 0, folderSyncs: 0 },
  { operations: 2, folderSyncs: 2 },
  { operations: 10, folderSyncs: 10 },
  { operations: 0, folderSyncs: 30 },
]
const NOTHING: Failing = { operations: 0, folderSyncs: 0 }

/** `turns` in which something was done; `promised` times that an object was promised; a sentence for each breach. */
export type Outcome = { turns: number; promised: number; breaches: string[] }

/** What a store is made to do otherwise, to see that it is found. */
export type Fault = (operations: DiskOperations) => DiskOperations

/**
 * Lets several act on a store at once, drops the power at some moment, opens the store again and compares it with what
 * was promised; twice on the same disk. The same seed does the same.
 */
export async function simulateSeed(
  seed: number,
  fault: Fault = (operations) => operations,
): Promise<Outcome> {
  const random = seededRandom(seed)
  const disk = new PlayedDisk(random)
  const ledger = new PromiseLog()
  let turns = 0
  for (let life = 0; life < LIVES; life++) {
    turns += await liveOnce({ random, disk, ledger, fault })
    disk.losePower()
    await lookBack(await openDiskStorage(FOLDER, playedOperations(disk, { ...ALONE, random })), ledger)
  }
  return { turns, promised: ledger.promised, breaches: ledger.breaches }
}

const ALONE = { turn: async () => undefined, failing: () => NOTHING }

type Play = { random: Random; disk: PlayedDisk; ledger: PromiseLog; fault: Fault }

async function liveOnce({ random, disk, ledger, fault }: Play): Promise<number> {
  const turns = new Turns(random)
  const turn = () => turns.next()
  let failing = NOTHING
  const operations = playedOperations(disk, { random, turn, failing: () => failing })
  const storage = await openDiskStorage(FOLDER, fault(operations))
  failing = random.pick(FAILING)
  turns.begin()
  let active = 2 + random.below(4)
  for (let actor = active; actor > 0; actor--) {
    void act({ storage, ledger, random, turn }, 1 + random.below(8)).then(() => active--)
  }
  return turns.play(random.below(MAX_TURNS), () => active === 0)
}

/** Compares what a store has with what was promised; what is found is promised from now on. */
async function lookBack(storage: Storage, ledger: PromiseLog): Promise<void> {
  const places = { staged: new Set<string>(), kept: new Set<string>(), quarantined: new Set<string>() }
  for await (const { key, place } of storage.list()) places[place].add(key)
  for (const key of [...places.kept, ...places.quarantined]) {
    if (!ledger.entries.has(key)) ledger.breach('something is there that nobody brought', key)
  }
  for (const entry of ledger.entries.values()) {
    const isKept = places.kept.has(entry.key)
    const isAside = places.quarantined.has(entry.key)
    const missing = missingWords(entry, { isKept, isAside })
    if (missing) ledger.breach(missing, entry.key)
    if (isKept) await requireWhole(storage, { entry, ledger })
    if (isAside) {
      await storage.restore(entry.key)
      await requireWhole(storage, { entry, ledger })
    }
    entry.isBusy = false
    if (isKept || isAside) ledger.stand(entry, 'kept')
    else ledger.entries.delete(entry.key)
  }
  await requireName(storage, ledger)
}

function missingWords(
  { standing }: LedgerEntry,
  { isKept, isAside }: { isKept: boolean; isAside: boolean },
): string | null {
  if (standing === 'kept' && !isKept) return 'something promised is not there'
  if (standing === 'quarantined' && !isAside) return 'something set aside is not there'
  if (standing === 'moving' && !isKept && !isAside) return 'something was lost on its way'
  return null
}

async function requireWhole(
  storage: Storage,
  { entry, ledger }: { entry: LedgerEntry; ledger: PromiseLog },
): Promise<void> {
  try {
    const bytes = Buffer.concat(await (await storage.read(entry.key, entry.bytes.length)).toArray())
    if (bytes.equals(entry.bytes)) return
  } catch {
    // Shorter, or longer.
  }
  ledger.breach('something in pieces is to be seen', entry.key)
}

async function requireName(storage: Storage, ledger: PromiseLog): Promise<void> {
  const name = await storage.readId()
  if (!ledger.names.includes(name)) ledger.breach(`the store has lost its name: ${name}`)
  ledger.names = [name]
  ledger.isBeingNamed = false
}
