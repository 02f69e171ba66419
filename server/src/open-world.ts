import { join } from 'node:path'
import { STILL_ON_ITS_WAY } from '@portal/contract/lookups.ts'
import { createCommonPasswords } from './auth/common-passwords.ts'
import { systemClock } from './clock.ts'
import type { Settings } from './config/settings.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { createJobs } from './jobs/create-jobs.ts'
import type { Log } from './log.ts'
import { createUploadSlots } from './files/upload/upload-slots.ts'
import { oneTurnEach } from './http/turns.ts'
import { createDictionaries } from './lookups/dictionaries.ts'
import { createOrganizationLists } from './lookups/organization-lists.ts'
import { createOrganizationSearch } from './lookups/organization-search.ts'
import { openOutboxFolder } from './mail/outbox-folder.ts'
import { openSmtp, smtpServerOf } from './mail/smtp.ts'
import { createOwnerRolls } from './owners/owner-rolls.ts'
import { openDiskStorage } from './storage/disk/disk-storage.ts'
import type { World } from './world.ts'

const SERVER_CONNECTIONS = 10
const COMMAND_CONNECTIONS = 3

export type OpenWorld = World & { close(): Promise<void> }

/** Opens database and storage, and brings the schema up to date. Throws StartError with one clear line. */
export async function openWorld(
  settings: Settings,
  { log, isServer }: { log: Log; isServer: boolean },
): Promise<OpenWorld> {
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    databasePrepare: settings.databasePrepare,
    dataDir: settings.dataDir,
    server: isServer,
    poolSize: isServer ? SERVER_CONNECTIONS : COMMAND_CONNECTIONS,
    log,
  })
  try {
    const applied = await migrate(database.pool)
    if (applied.length > 0) log.info({ applied }, 'The database schema is up to date.')
    const storage = await openDiskStorage(join(settings.dataDir, 'documents'))
    const clock = systemClock
    const jobs = createJobs({ clock })
    const mail = settings.smtpUrl
      ? openSmtp(smtpServerOf(settings.smtpUrl))
      : openOutboxFolder(join(settings.dataDir, 'outbox'))
    const dictionaries = createDictionaries(database.pool)
    return {
      settings,
      clock,
      log,
      database,
      dictionaries,
      organizationSearch: createOrganizationSearch(),
      commonPasswords: createCommonPasswords(),
      organizationLists: createOrganizationLists(),
      listTurns: oneTurnEach(STILL_ON_ITS_WAY),
      ownerRolls: createOwnerRolls(),
      uploadSlots: createUploadSlots(),
      storage,
      mail,
      jobs,
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
