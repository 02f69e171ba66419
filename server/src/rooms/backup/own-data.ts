import { isWithin } from '../../engines/backup/location.ts'
import type { BackupPlaces } from '../../engines/backup/place.ts'
import { CommandError } from '../../engines/commands/command.ts'
import type { Settings } from '../../engines/config/settings.ts'

type Own = { readonly places: BackupPlaces; readonly settings: Pick<Settings, 'dataDir' | 'bucket'> }

/**
 * Losing the portal's data must not destroy its backup as well.
 * @throws CommandError if the location is inside the portal's own data.
 */
export async function refuseOwn({ places, settings }: Own, location: string): Promise<void> {
  const real = await places.real(location)
  const { dataDir, bucket } = settings
  const endpoint = bucket?.endpoint ? `?endpoint=${encodeURIComponent(bucket.endpoint)}` : ''
  const own = [
    await places.real(dataDir),
    ...(bucket ? [`s3://${bucket.bucket}/${encodeURI(bucket.prefix)}${endpoint}`] : []),
  ]
  if (!own.some((each) => isWithin(real, each))) return
  throw new CommandError(
    `${location} lies in the portal's own data. A backup belongs on another disk, or in another bucket.`,
  )
}
