import { dirname } from 'node:path'
import type { PutObject } from '../storage.ts'
import type { DiskFile, DiskOperations } from './disk-operations.ts'
import type { SharedRoom } from './shared-room.ts'
import { codeOf } from './system-error.ts'
import { writeAll } from './write-behind.ts'

type Store = {
  readonly operations: DiskOperations
  readonly room: SharedRoom
  readonly keptPath: (key: string) => string
}

/** See `Storage.fill`. Syncs each file as it is written, and each folder once at the end, for all its files. */
export function createBulkWriter({ operations, room, keptPath }: Store) {
  return async <T>(bytes: number, work: (put: PutObject) => Promise<T>): Promise<T> => {
    const booking = await room.book(bytes)
    const folders = new Set<string>()
    const put: PutObject = async (key, content) => {
      const path = keptPath(key)
      folders.add(dirname(path))
      const file = await createOver(operations, path)
      try {
        await writeAll(booking.through(file), [content])
        await operations.syncFile(file)
      } finally {
        await file.close()
      }
    }
    try {
      const result = await work(put)
      await Promise.all([...folders].map(operations.syncFolder))
      return result
    } finally {
      booking.release()
    }
  }
}

/** An existing file comes from an interrupted fill and may be incomplete. */
async function createOver(operations: DiskOperations, path: string): Promise<DiskFile> {
  try {
    return await operations.create(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    await operations.remove(path)
    return operations.create(path)
  }
}
