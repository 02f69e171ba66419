import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScheduledBackup } from '../../rooms/backup/scheduled-backup.ts'
import { BACKUP_COMMANDS } from '../restore-target.ts'
import { runCommand } from '../run-command.ts'
import type { PartPortal, PortalPart } from './part.ts'

type ListedBackup = { readonly id: string; readonly name: string; readonly isWhole: boolean }

/** A folder for the portal's daily backups. It keeps two, and tests let days pass. */
export async function openBackups(): Promise<PortalPart<ReturnType<typeof scheduleOf>>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-schedule-'))
  return {
    environment: { BACKUP_DIR: folder, BACKUP_KEEP: '2' },
    give: (portal) => scheduleOf(portal, folder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

function scheduleOf({ world, pool }: PartPortal, folder: string) {
  const backUpWhenDue = createScheduledBackup()
  const run = (...words: string[]) => runCommand(world, BACKUP_COMMANDS, { words })
  const listed = async () => {
    const { json } = await run('backup', 'list')
    return (json as { backups: ListedBackup[] }).backups
  }
  return {
    folder,
    run,
    listed,
    look: (ending = new AbortController().signal) => backUpWhenDue(world, ending),
    /** Moves earlier starts back in time, because no test can move the database's clock. */
    letPass: (time: string) =>
      pool.query(
        `UPDATE backup_run SET begun_at = begun_at - $1::interval, ended_at = ended_at - $1::interval, holds_until = holds_until - $1::interval`,
        [time],
      ),
    kinds: async () => (await listed()).map(({ isWhole }) => (isWhole ? 'whole' : 'adds')),
  }
}
