import type { PortalState } from '@portal/contract/operations/state.ts'
import { memoizeWithTimeout } from '../../../engines/timing/memoize.ts'
import { PORTAL_VERSION } from '../../../engines/config/portal-version.ts'
import type { Health } from '../../../engines/http/health.ts'
import { diskOperations } from '../../../engines/storage/disk/disk-operations.ts'
import type { World } from '../../../records/context.ts'
import { readStoreId } from '../../../records/stored-files/bytes/store-identity.repository.ts'
import { countFindings } from '../../../records/stored-files/nightly-checks/open-findings.repository.ts'
import { countTexts } from '../../../records/texts/text-state.repository.ts'
import { countQuarantined, countWithoutFactor, readDatabaseFacts, readLastNight } from './state.repository.ts'

type Facts<Part extends keyof PortalState> = NonNullable<PortalState[Part]>

/** `lastBackup` is the judgment of the backup warnings on the last backup. */
type Tellers = {
  readonly health: () => Promise<Health>
  readonly lastBackup: (world: World) => Promise<Facts<'backup'>>
}

/** Milliseconds. Each warning source has two seconds of its own after the check of the database. */
const HEALTH_TIMEOUT_MS = 6000

/**
 * Reports the state of the portal. Each part is memoized separately for 5 seconds, with one call in flight. A hanging
 * disk delays no one: its part is null after two seconds.
 */
export function createPortalState(world: World, { health, lastBackup }: Tellers): () => Promise<PortalState> {
  const { clock, log } = world
  const boundedly = <T>(part: string, find: () => Promise<T>, timeoutMs?: number) => {
    const tell = memoizeWithTimeout(clock, find, timeoutMs)
    return () =>
      tell().catch((error: unknown) => {
        log.warn({ err: error, part }, 'Health check failed.')
        return null
      })
  }
  const tellers = {
    health: boundedly('health', async () => toFacts(await health()), HEALTH_TIMEOUT_MS),
    database: boundedly('database', () => databaseFacts(world)),
    store: boundedly('store', () => storeFacts(world)),
    quarantine: boundedly('quarantine', async () => ({
      files: await countQuarantined(world.database.kysely),
    })),
    people: boundedly('people', () => peopleFacts(world)),
    disk: boundedly('disk', async () => ({
      freeBytes: await diskOperations.freeBytes(world.settings.dataDir),
    })),
    backup: boundedly('backup', () => lastBackup(world)),
    nightCheck: boundedly('night check', () => nightFacts(world)),
    texts: boundedly('texts', () => textFacts(world)),
  }
  return async () => {
    const [ofHealth, database, store, quarantine, people, disk, backup, nightCheck, texts] =
      await Promise.all([
        tellers.health(),
        tellers.database(),
        tellers.store(),
        tellers.quarantine(),
        tellers.people(),
        tellers.disk(),
        tellers.backup(),
        tellers.nightCheck(),
        tellers.texts(),
      ])
    const at = clock.now().toISOString()
    return {
      at,
      version: PORTAL_VERSION,
      health: ofHealth,
      database,
      store,
      quarantine,
      people,
      clock: { kept: world.clockKeeper.state(), aheadMs: Math.round(world.skew.aheadMs()) },
      disk,
      backup,
      nightCheck,
      texts,
    }
  }
}

function toFacts({ isReady, warnings }: Health): Facts<'health'> {
  return {
    isReady,
    warnings: warnings.map(({ text, advice, screen }) => ({ text, advice, screen })),
  }
}

async function databaseFacts({ database, settings }: World): Promise<Facts<'database'>> {
  const found = await readDatabaseFacts(database.kysely)
  const { version = '', bytes = 0, migration = null, appliedAt = null } = found ?? {}
  return {
    kind: settings.databaseUrl === null ? 'embedded' : 'external',
    version,
    bytes,
    migration:
      migration === null || appliedAt === null
        ? null
        : { name: migration, appliedAt: appliedAt.toISOString() },
  }
}

async function storeFacts({ database, storage, settings }: World): Promise<Facts<'store'>> {
  const id = await readStoreId(database.kysely)
  return {
    kind: settings.bucket === null ? 'disk' : 'bucket',
    id,
    isOwn: id === (await storage.readId()),
    freeBytes: settings.bucket === null ? await storage.freeBytes() : null,
  }
}

async function nightFacts({ database: { kysely } }: World): Promise<Facts<'nightCheck'>> {
  const last = await readLastNight(kysely)
  const found = await countFindings(kysely)
  return {
    night: last?.night ?? null,
    documentsLeft: last?.documentsLeft ?? 0,
    isDatabaseChecked: last?.isDatabaseChecked ?? false,
    findings: found.reduce((sum, { count }) => sum + count, 0),
  }
}

async function textFacts({ database }: World): Promise<Facts<'texts'>> {
  const { read, partlyRead, waiting, unreadable, oldestWaiting } = await countTexts(database.kysely)
  return { read, partlyRead, waiting, unreadable, oldestWaitingAt: oldestWaiting?.toISOString() ?? null }
}

async function peopleFacts({ database, settings }: World): Promise<Facts<'people'>> {
  const isRequired = settings.secondFactorRequired.size > 0
  const mustSetUpFactor = isRequired ? await countWithoutFactor(database.kysely, settings) : null
  return { mustSetUpFactor }
}
