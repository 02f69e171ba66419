import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../config/start-error.ts'
import type { Settings } from '../config/settings.ts'

/**
 * Refuses a folder of backups without the folder above it: the portal would make both on its own disk, as for a
 * mistyped path or a disk that is not mounted (R1.112).
 * @throws StartError with one line.
 */
export function requireBackupFolder({ backup }: Pick<Settings, 'backup'>): void {
  if (backup === null || backup.location.startsWith('s3://')) return
  const above = dirname(backup.location)
  if (statSync(above, { throwIfNoEntry: false })?.isDirectory()) return
  throw new StartError(
    `BACKUP_DIR is ${backup.location}, but there is no folder ${above}. Mount its disk, or make that folder.`,
  )
}
