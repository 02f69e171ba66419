import { join } from 'node:path'
import { LIST_IN_PROGRESS } from '@portal/contract/lookups/lookups.ts'
import { PREVIEWS_BUSY } from '@portal/contract/runs/run-errors.ts'
import { SEARCHING } from '@portal/contract/search/search-errors.ts'
import { MAX_OPEN_DOWNLOADS } from '@portal/contract/files/document-errors.ts'
import { createCommonPasswords } from './records/accounts/passwords/common-passwords.ts'
import { readPortalSecret } from './records/accounts/base/registration.repository.ts'
import { createPasswordHasher } from './records/accounts/passwords/password-hash.ts'
import { createCursorSeal } from './engines/paging/cursor-seal.ts'
import { createCalendar } from './engines/clock/calendar.ts'
import { systemClock } from './engines/clock/clock.ts'
import { createClockKeeper } from './engines/clock/clock-keeper.ts'
import { createDatabaseClock } from './engines/clock/database-clock.ts'
import { programEnvironment } from './engines/config/program-environment.ts'
import { machineClockSources } from './engines/clock/time-programs.ts'
import type { Engines } from './engines/engines.ts'
import { createHealthProbe } from './engines/http/health-probe.ts'
import type { Settings } from './engines/config/settings.ts'
import { requireSchema, updateSchema } from './schema.ts'
import { refuseMarkedFolder } from './engines/backup/restore-folder-mark.ts'
import { refuseUnfinishedRestore } from './engines/backup/restore-mark.repository.ts'
import { openDatabase, type Database } from './engines/database/open-database.ts'
import { createJobs } from './engines/jobs/create-jobs.ts'
import type { Log } from './engines/log/log.ts'
import { createCountedPages } from './records/documents/pages/documents-page.repository.ts'
import { chooseReader } from './records/documents/pages/page-reader.ts'
import { readPageTexts } from './records/texts/read-text.repository.ts'
import { createPreviews } from './records/documents/previews/create-previews.ts'
import { createUploadLimiter } from './records/intake/upload-limiter.ts'
import { createRecentDisconnects } from './records/intake/recent-disconnects.ts'
import { createTakeoverLock } from './records/intake/takeover-lock.ts'
import { createPlaces } from './engines/limiter/places.ts'
import {
  oneLockPerAccount,
  onePerAccount,
  sixReadsPerAccount,
  twoLongReads,
  twoSearchesPerAccount,
} from './engines/http/account-limiter.ts'
import { createDictionaries } from './records/reference/dictionaries.ts'
import { createPostgresIndex } from './records/search-index/postgres-index.ts'
import { STORED_PAGE_TEXTS } from './records/search-index/page-texts.ts'
import { createSearchPages } from './records/search-index/search-pages.ts'
import { createSortedPages } from './records/search-index/sorted-pages.ts'
import { createOwnerDirectories } from './records/suggestions/owner-directory.ts'
import { createOrganizationLists } from './records/parties/organization-lists.ts'
import { createOrganizationSearch } from './records/parties/organization-search.ts'
import { openClamd } from './engines/scanner/clamd.ts'
import { openOutboxFolder } from './engines/mail/outbox-folder.ts'
import { openSmtp, smtpServerOf } from './engines/mail/smtp.ts'
import { MAX_EXPORTS } from './records/exports/state.ts'
import { createOwnerRolls } from './records/parties/owner-values/owner-rolls.ts'
import { openDiskStorage } from './engines/storage/disk/disk-storage.ts'
import type { Storage } from './engines/storage/storage.ts'
import type { World } from './records/context.ts'
import { createWarningBoard } from './engines/warnings/warning-board.ts'
import { DOCUMENT_SUBSCRIBERS } from './records/subscribers.ts'
import { ProcessStops } from './engines/jobs/jobs.ts'
import { createHistoryPrinter, MAX_HISTORY_PRINTS } from './rooms/history/document/pdf/history-printer.ts'
import { createReceiptPrinter } from './rooms/receipts/pdf/receipt-printer.ts'

/** Of a server or a worker. */
const SERVER_CONNECTIONS = 10
const COMMAND_CONNECTIONS = 3

export type OpenedWorld = World & { close(): Promise<void> }

type Opening = {
  readonly log: Log
  /** A server updates the schema. Workers and commands require it as it is. */
  readonly isServer: boolean
  /** A worker runs jobs in addition to the server. */
  readonly isWorker?: boolean
  /** Whether it fills an empty portal, with no server running. */
  readonly makesPortal?: boolean
  /** Replaces the default handling of the schema. */
  readonly prepareSchema?: (database: Database) => Promise<unknown>
  /** Aborted when the world is no longer needed. */
  readonly stopped?: AbortSignal
  /** A line for the person who waits. */
  readonly print?: (line: string) => void
}

/**
 * Opens database and storage.
 * @throws StartError with one clear line, for a schema that this release cannot work with too.
 */
export async function buildWorld(
  settings: Settings,
  { log, isServer, isWorker = false, makesPortal = false, prepareSchema, stopped, print = () => {} }: Opening,
): Promise<OpenedWorld> {
  if (!makesPortal) refuseMarkedFolder(settings.dataDir)
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    migrationUrl: settings.databaseMigrationUrl,
    databasePrepare: settings.databasePrepare,
    dataDir: settings.dataDir,
    // A command that makes the portal locks out servers. An external database has no such lock.
    server: isServer || (makesPortal && settings.databaseUrl === null),
    worker: isWorker,
    poolSize: isServer || isWorker ? SERVER_CONNECTIONS : COMMAND_CONNECTIONS,
    log,
    stopped,
  })
  try {
    stopped?.throwIfAborted()
    if (!makesPortal) await refuseUnfinishedRestore(database.pool)
    if (prepareSchema) await prepareSchema(database)
    else await (isServer ? bringUpToDate(database, { log, print }) : requireSchema(database.pool))
    const storage = await openStorage(settings)
    const clock = createDatabaseClock({ pool: database.pool, machine: systemClock, log })
    await clock.measure()
    const jobs = createJobs()
    const mail = settings.smtpUrl
      ? openSmtp(smtpServerOf(settings.smtpUrl))
      : openOutboxFolder(join(settings.dataDir, 'outbox'))
    const calendar = createCalendar(settings.timeZone)
    const healthProbe = createHealthProbe({ clock, database, storage, log })
    const engines = {
      settings,
      clock,
      skew: clock,
      clockKeeper: createClockKeeper(machineClockSources(systemClock, programEnvironment())),
      calendar,
      log,
      database,
      storage,
      mail,
      scanner: settings.clamd && openClamd(settings.clamd, { clock }),
      jobs,
      healthProbe,
      warnings: createWarningBoard(clock),
    }
    return { ...worldOn(engines), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function bringUpToDate(
  { pool, asOwner }: Database,
  { log, print }: Required<Pick<Opening, 'log' | 'print'>>,
): Promise<void> {
  const applied = await asOwner((owner, roles) => updateSchema(owner, { ...roles, report: print }))
  if (applied.length > 0) log.info({ applied }, 'The database schema is up to date.')
  // The portal works through its own connection, which may see another schema than the owner's.
  const { unknown } = await requireSchema(pool)
  if (unknown.length > 0) {
    log.warn({ migrations: unknown }, 'The database is of a newer release, beside which this one can run.')
  }
}

async function openStorage({ bucket, dataDir }: Settings): Promise<Storage> {
  if (bucket === null) return openDiskStorage(join(dataDir, 'documents'))
  const { openS3Storage } = await import('./engines/storage/s3/s3-storage.ts')
  return openS3Storage(bucket)
}

/** Builds the in-memory state of the records on the engines: once, and only here. */
export function worldOn(engines: Engines): World {
  const { database, settings } = engines
  const printing = new AbortController()
  const searchIndex = createPostgresIndex({ timeZone: settings.timeZone })
  const countedPages = createCountedPages(database)
  const cursorSeal = createCursorSeal(() => readPortalSecret(database.kysely))
  const { kysely: db } = database
  return {
    ...engines,
    cursorSeal,
    dictionaries: createDictionaries(database.pool),
    documentPages: chooseReader([
      countedPages,
      createSortedPages({ db, searchIndex, countedPages, cursorSeal, timeZone: settings.timeZone }),
      createSearchPages({ db, searchIndex }),
    ]),
    searchIndex,
    pageTexts: STORED_PAGE_TEXTS,
    searchLimiter: twoSearchesPerAccount(SEARCHING),
    largePreviews: twoLongReads(PREVIEWS_BUSY),
    documentGuards: [],
    documentSubscribers: DOCUMENT_SUBSCRIBERS,
    organizationSearch: createOrganizationSearch(),
    ownerDirectories: createOwnerDirectories(),
    commonPasswords: createCommonPasswords(),
    passwordHasher: createPasswordHasher(),
    organizationLists: createOrganizationLists(),
    listLimiter: onePerAccount(LIST_IN_PROGRESS),
    readLimiter: sixReadsPerAccount(),
    lockLimiter: oneLockPerAccount(),
    ownerRolls: createOwnerRolls(),
    uploadLimiter: createUploadLimiter({
      ofOnePerson: settings.uploadPlaces,
      ofOneCounty: settings.countyUploadPlaces,
    }),
    ...createPreviews(settings, readPageTexts),
    downloadPlaces: createPlaces({ perKey: MAX_OPEN_DOWNLOADS }),
    archivePlaces: createPlaces({
      perKey: settings.archivePlacesPerPerson,
      atOnce: settings.archivePlaces,
    }),
    takeoverLock: createTakeoverLock(),
    recentDisconnects: createRecentDisconnects(engines.clock),
    printReceipt: createReceiptPrinter({ stopping: printing.signal }),
    printHistory: createHistoryPrinter(printing.signal),
    exportPlaces: createPlaces({ atOnce: MAX_EXPORTS, perKey: 1 }),
    historyPlaces: createPlaces({ atOnce: MAX_HISTORY_PRINTS, perKey: 1 }),
    stopPrinting: () => printing.abort(new ProcessStops('The portal stops.')),
  }
}
