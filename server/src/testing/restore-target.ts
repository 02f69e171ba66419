import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whileRestoring } from '../engines/backup/restore-folder-mark.ts'
import type { BucketAddress } from '../engines/config/bucket-address.ts'
import type { Environment } from '../engines/config/environment.ts'
import { readSettings } from '../engines/config/settings.ts'
import { backupCommands } from '../rooms/backup/backup.commands.ts'
import { restoredSchema } from '../schema.ts'
import { buildWorld, type OpenedWorld } from '../world.ts'
import { runCommand, type CommandRun } from './run-command.ts'
import { testDatabase } from './database.ts'

const SILENT = { info() {}, warn() {}, error() {} }

export const BACKUP_COMMANDS = backupCommands(restoredSchema)

export type RestoreTarget = Awaited<ReturnType<typeof restoreTarget>>

type RestoreTargetOptions = {
  readonly isEmbedded?: boolean
  readonly ownsNothing?: boolean
  /** The keys of the bucket with the backup. */
  readonly keys?: BucketAddress['credentials']
}

/** A new data folder to restore into, with its own database, or with an empty one elsewhere. */
export async function restoreTarget({
  isEmbedded = false,
  ownsNothing = false,
  keys = null,
}: RestoreTargetOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bare-'))
  const database = isEmbedded ? null : await testDatabase({ ownsNothing })
  const environment: Environment = {
    STAFF_EMAIL_DOMAIN: 'staff.example',
    ...(keys && { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey }),
    DATA_DIR: folder,
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(database && ownsNothing ? { DATABASE_MIGRATION_URL: database.ownerUrl } : {}),
  }
  const inWorld = async <T>(makesPortal: boolean, work: (world: OpenedWorld) => Promise<T>): Promise<T> => {
    const world = await buildWorld(readSettings(environment), {
      log: SILENT,
      isServer: false,
      makesPortal,
      ...(makesPortal ? { prepareSchema: async () => {} } : {}),
    })
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  }
  return {
    folder,
    /** The environment of a program that uses it. */
    environment,
    restore: (backup: string): Promise<CommandRun> =>
      whileRestoring({ dataDir: folder, isNew: false, print: () => {} }, () =>
        inWorld(true, (world) => runCommand(world, BACKUP_COMMANDS, { words: ['restore', backup] })),
      ),
    /** Opens it like a command. */
    open: <T>(work: (world: OpenedWorld) => Promise<T>): Promise<T> => inWorld(false, work),
    async remove() {
      await database?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
