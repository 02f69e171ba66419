import { dirname, join } from 'node:path'
import type { DiskOperations } from './disk-operations.ts'
import type { BeginChange } from './shared-sync.ts'
import { codeOf } from './system-error.ts'

type Operations = Pick<DiskOperations, 'rename' | 'remove'> & { beginChange: BeginChange }

/** Where kept files are set aside, below the folder of a store. `keptPath` returns their original path. */
export function quarantineOf(
  storeFolder: string,
  { keptPath, operations }: { keptPath: (key: string) => string; operations: Operations },
) {
  const folder = join(storeFolder, 'quarantine')
  // `keptPath` throws for an invalid key.
  const pathOf = (key: string) => join(folder, key)

  const move = async (from: string, to: string) => {
    const makeItLast = operations.beginChange(dirname(from), dirname(to))
    try {
      await operations.rename(from, to)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
    await makeItLast()
    return true
  }

  return {
    folder,
    takeIn: (key: string) => move(keptPath(key), pathOf(key)),
    giveBack: (key: string) => move(pathOf(key), keptPath(key)),
    async remove(key: string) {
      keptPath(key)
      await operations.remove(pathOf(key))
    },
  }
}
