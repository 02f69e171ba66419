import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFile } from '@portal/contract/files.ts'
import { createScheduledBackup } from '../rooms/backup/scheduled-backup.ts'
import { BACKUP_COMMANDS } from './bare-portal.ts'
import { runCommand } from './run-command.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { testPortal } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

export type SchedulePortal = Awaited<ReturnType<typeof schedulePortal>>
export type ListedBackup = { readonly id: string; readonly name: string; readonly isWhole: boolean }

/** A portal with one document, which backs itself up into a folder of its own and keeps two, and the ways to let days pass. */
export async function schedulePortal() {
  const backups = await mkdtemp(join(tmpdir(), 'portal-schedule-'))
  const portal = await testPortal({ environment: { BACKUP_DIR: backups, BACKUP_KEEP: '2' } })
  const person = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  await portal.call(person, uploadFile, form)

  const backUpWhenDue = createScheduledBackup()
  const run = (...words: string[]) => runCommand(portal.world, BACKUP_COMMANDS, { words })
  const listed = async () => {
    const { json } = await run('backup', 'list')
    return (json as { backups: ListedBackup[] }).backups
  }
  return {
    ...portal,
    /** The folder of the backups. */
    backups,
    run,
    listed,
    look: (ending = new AbortController().signal) => backUpWhenDue(portal.world, ending),
    /** What was begun lies further back; the database's clock is nobody's to move. */
    letPass: (time: string) =>
      portal.pool.query(
        `UPDATE backup_run SET begun_at = begun_at - $1::interval, ended_at = ended_at - $1::interval, holds_until = holds_until - $1::interval`,
        [time],
      ),
    kinds: async () => (await listed()).map(({ isWhole }) => (isWhole ? 'whole' : 'adds')),
    async close() {
      await portal.close()
      await rm(backups, { recursive: true, force: true })
    },
  }
}
