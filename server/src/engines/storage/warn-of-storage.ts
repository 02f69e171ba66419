import { StorageAway, type Storage } from './storage.ts'

const FULL_DISK = '256 MB of the disk stay free for the database. Please make room.'

/** Says so where new documents would be refused, most often because the disk is nearly full; everything else goes on. */
export async function warnOfStorage(
  storage: Pick<Storage, 'probe'>,
  print: (line: string) => void,
): Promise<void> {
  await storage.probe().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const told = error instanceof StorageAway ? reason : `${FULL_DISK} ${reason}`
    print(`Note: No document can be stored now: ${told}`)
  })
}
