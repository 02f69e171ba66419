import { randomUUID } from 'node:crypto'
import { StartError } from '../../../engines/config/start-error.ts'
import type { Engines } from '../../../engines/engines.ts'
import { MissingBytes } from '../../../engines/storage/storage.ts'
import { recordAudit, type AuditContext } from '../../audit/record.ts'
import { nameStore, readStoreId, someDocuments } from './store-identity.repository.ts'
import { statesOf } from './stored-objects.repository.ts'

type Pair = Pick<Engines, 'database' | 'storage'>

/** So many stored files and documents are looked at where a pair has no name yet. */
const SAMPLE = 100

const IS_MOUNTED = 'Is its disk mounted?'

const ADOPT =
  'Set DATA_DIR, DATABASE_URL and BLOB_URL to what belongs together; if these do, after a restore by hand, run: npm run -s portal -- store adopt'

/** Why the store is not the one that the database knows; null where it is, or where the pair has no name yet. */
export async function storeMismatch({ database, storage }: Pair): Promise<string | null> {
  const [ofDatabase, ofStore] = [await readStoreId(database.kysely), await storage.readId()]
  if (ofDatabase === ofStore) return null
  if (ofDatabase === null) return `The database knows no store, and this is the store ${ofStore}.`
  if (ofStore === null)
    return `The database knows the store ${ofDatabase}, and this one has no name. ${IS_MOUNTED}`
  return `The database knows the store ${ofDatabase}, and this is the store ${ofStore}.`
}

/**
 * Database and store know each other by a name that lies in both. A pair that has none yet gets one where it looks like
 * one portal: both empty, or most of either known to the other. Where the database has a name, an empty store gets none:
 * a second server would keep its documents on a disk of its own.
 * @throws StartError where they do not belong together.
 */
export async function requireMatchingStore(pair: Pair): Promise<void> {
  const { database, storage } = pair
  const ofDatabase = await readStoreId(database.kysely)
  const ofStore = await storage.readId()
  if (ofDatabase !== null && ofDatabase === ofStore) return
  if (ofDatabase !== null && ofStore !== null) await refusePair(pair)
  const doubt = await findDoubt(pair)
  if (doubt !== null) throw new StartError(`${doubt} ${ADOPT}`)
  if (ofDatabase === null) return namePair(pair, ofStore ?? randomUUID())
  // It was killed before it wrote the name, or the file was lost. Only documents show whose store it is.
  if ((await someDocuments(database.kysely, SAMPLE)).length === 0) await refusePair(pair)
  await storage.writeId(ofDatabase)
}

/** The store gets its name before others see that of the database. Servers that start at once wait here for the first. */
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
 * Says that this store belongs to this database: somebody has put the two together who knows.
 * @returns the name of the store, and the one that it had before.
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

/** Why a database and a store do not look like one portal; null where they do. */
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
      // Of another length it is damaged, but there.
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
