import { randomUUID } from 'node:crypto'
import { StartError } from '../../../engines/config/start-error.ts'
import type { Engines } from '../../../engines/engines.ts'
import { MissingBytes, StorageAway } from '../../../engines/storage/storage.ts'
import { recordAudit, type AuditContext } from '../../audit/record.ts'
import { nameStore, readStoreId, someDocuments } from './store-identity.repository.ts'
import { statesOf } from './stored-objects.repository.ts'

type Pair = Pick<Engines, 'database' | 'storage'>

/** Stored files and documents that are checked when a pair has no name yet. */
const SAMPLE = 100

const IS_MOUNTED = 'Is its disk mounted?'

const ADOPT =
  'Set DATA_DIR, DATABASE_URL and BLOB_URL to what belongs together; if these do, after a restore by hand, run: npm run -s portal -- store adopt'

/** Returns why the store is not the one that the database knows; null if it is, or if neither has a name yet. */
export async function storeMismatch({ database, storage }: Pair): Promise<string | null> {
  const [ofDatabase, ofStore] = [await readStoreId(database.kysely), await storage.readId()]
  if (ofDatabase === ofStore) return null
  if (ofDatabase === null) return `The database knows no store, and this is the store ${ofStore}.`
  if (ofStore === null)
    return `The database knows the store ${ofDatabase}, and this one has no name. ${IS_MOUNTED}`
  return `The database knows the store ${ofDatabase}, and this is the store ${ofStore}.`
}

/**
 * Checks that database and store belong together, by a name stored in both. A pair without a name gets one if it looks
 * like one portal: both are empty, or most files or documents of each are known to the other. An empty store gets no
 * name if the database has one: otherwise a second server would keep its documents on a disk of its own.
 * @throws StartError if they do not belong together, or if the store does not respond (R1.111): without this check a
 * portal could fill and sweep the store of another one.
 */
export async function requireMatchingStore(pair: Pair): Promise<void> {
  try {
    await matchOrName(pair)
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error
    throw new StartError(
      `The portal cannot check that this document store is its own. ${error.message} Check BLOB_URL and DATA_DIR, and start again when the store responds.`,
      { cause: error },
    )
  }
}

async function matchOrName(pair: Pair): Promise<void> {
  const { database, storage } = pair
  const ofDatabase = await readStoreId(database.kysely)
  const ofStore = await storage.readId()
  if (ofDatabase !== null && ofDatabase === ofStore) return
  if (ofDatabase !== null && ofStore !== null) await refusePair(pair)
  const doubt = await findDoubt(pair)
  if (doubt !== null) throw new StartError(`${doubt} ${ADOPT}`)
  if (ofDatabase === null) return namePair(pair, ofStore ?? randomUUID())
  // The server was killed before it wrote the name, or the file was lost. Only documents show whose store it is.
  if ((await someDocuments(database.kysely, SAMPLE)).length === 0) await refusePair(pair)
  await storage.writeId(ofDatabase)
}

/** Gives a restored portal a name for the pair: the restore itself has put these documents into this store. */
export async function nameRestoredPair(pair: Pair): Promise<void> {
  await namePair(pair, (await pair.storage.readId()) ?? randomUUID())
}

/**
 * Names the store before others can see the database's name. Servers that start at the same time wait here for the
 * first.
 */
async function namePair(pair: Pair, id: string): Promise<void> {
  const { database, storage } = pair
  const name = await database.kysely.transaction().execute(async (transaction) => {
    const ofDatabase = await nameStore(transaction, id)
    if (ofDatabase === id && (await storage.readId()) !== id) await storage.writeId(id)
    return ofDatabase
  })
  if ((await storage.readId()) !== name) await refusePair(pair)
}

async function refusePair(pair: Pair): Promise<never> {
  throw new StartError(`${await storeMismatch(pair)} ${ADOPT}`)
}

/**
 * Records that this store belongs to this database, because the operator has combined them deliberately.
 * @returns the name of the store, and its previous name.
 */
export async function adoptStore(
  context: Pair & AuditContext,
): Promise<{ readonly id: string; readonly before: string | null }> {
  const { database, storage } = context
  const before = await storage.readId()
  const id = await database.kysely.transaction().execute(async (transaction) => {
    const name = await nameStore(transaction, before ?? randomUUID())
    await recordAudit(transaction, context, {
      action: 'store.adopted',
      subject: { kind: 'store', id: name },
      before: { id: before },
    })
    return name
  })
  await storage.writeId(id)
  return { id, before }
}

/** Returns why a database and a store do not look like one portal; null if they do. */
async function findDoubt(pair: Pair): Promise<string | null> {
  const documents = await someDocuments(pair.database.kysely, SAMPLE)
  const present = await countPresent(pair.storage, documents)
  if (documents.length > 0 && present * 2 <= documents.length) {
    return `Of ${documents.length} documents that the database has, the store has the files of ${present}: it does not look like its store. ${IS_MOUNTED}`
  }
  const keys = await someKept(pair.storage)
  const known = (await statesOf(pair.database.kysely, keys)).size
  if (keys.length > 0 && known * 2 <= keys.length) {
    return `Of ${keys.length} files that lie in the store, the database knows ${known}: it does not look like its database.`
  }
  return null
}

async function countPresent(
  storage: Pair['storage'],
  documents: Awaited<ReturnType<typeof someDocuments>>,
): Promise<number> {
  let present = 0
  for (const { storage_key: key, byte_size: size } of documents) {
    try {
      ;(await storage.read(key, size)).destroy()
      present++
    } catch (error) {
      // A file of another length is damaged, but present.
      if (!(error instanceof MissingBytes)) present++
    }
  }
  return present
}

async function someKept(storage: Pair['storage']): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, place } of storage.list()) {
    if (place === 'kept') keys.push(key)
    if (keys.length === SAMPLE) break
  }
  return keys
}
