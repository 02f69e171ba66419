import { join } from 'node:path'
import { ANCHOR_NAME, type Anchors } from '../storage.ts'
import type { DiskOperations } from './disk-operations.ts'
import { codeOf } from './system-error.ts'
import { textFiles, type TextOperations } from './text-files.ts'

type Operations = TextOperations & Pick<DiskOperations, 'filesIn' | 'makeFolder'>

/** Anchors in `anchors/<name>` below the folder of a store; those set aside are in `anchors/aside/`. */
export function anchorsOf(folder: string, operations: Operations): Anchors {
  const home = join(folder, 'anchors')
  const aside = join(home, 'aside')
  const files = textFiles(operations)
  return {
    async list(place = 'standing') {
      const names: string[] = []
      try {
        for await (const name of operations.filesIn(place === 'aside' ? aside : home)) names.push(name)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
      }
      return names.filter((name) => ANCHOR_NAME.test(name)).toSorted()
    },
    read: (name) => files.read(join(home, safe(name))),
    async write(name, text) {
      await operations.makeFolder(aside)
      const makeItLast = operations.beginChange(folder)
      await files.write(join(home, safe(name)), text)
      await makeItLast()
    },
    async setAside(name) {
      await operations.makeFolder(aside)
      const makeItLast = operations.beginChange(home, aside)
      await operations.rename(join(home, safe(name)), join(aside, name))
      await makeItLast()
    },
  }
}

function safe(name: string): string {
  if (!ANCHOR_NAME.test(name)) throw new Error('The name of an anchor has letters, digits and hyphens only.')
  return name
}
