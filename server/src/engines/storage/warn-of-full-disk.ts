import type { Storage } from './storage.ts'

/** Says so where new documents would be refused because the disk is nearly full; everything else goes on. */
export async function warnOfFullDisk(
  storage: Pick<Storage, 'probe'>,
  print: (line: string) => void,
): Promise<void> {
  await storage.probe().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    print(
      `Note: No document can be stored now: 256 MB of the disk stay free for the database. Please make room. ${reason}`,
    )
  })
}
