import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAIL_FOLDERS, type Mailbox, type MailFolder } from './mailbox.ts'

/** In the order of delivery: a message moves to `cur` after a mail program has seen it. */
const ARRIVED = ['new', 'cur'] as const
/** The rest of the name are flags of a mail program. */
const MARKS = /:2,.*$/
/** Do not follow links, and do not block on anything other than a file. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A mailbox in which a mail server of the same machine writes one file per message. Folders follow Maildir++. */
export function openMaildir(root: string): Mailbox {
  const folderOf = (folder?: MailFolder) => (folder ? join(root, `.${MAIL_FOLDERS[folder]}`) : root)
  return {
    async list(atMost) {
      const names = await Promise.all(
        ARRIVED.map(async (place) => (await filesIn(join(root, place))).map((name) => join(place, name))),
      )
      return names.flat().toSorted(byArrival).slice(0, atMost)
    },
    async read(name) {
      const path = join(root, name)
      return (await isThere(path)) ? bytesOf(path) : null
    },
    async move(name, into, from) {
      const target = folderOf(into)
      await makeFolder(target)
      const plain = name.replace(/^.*\//, '').replace(MARKS, '')
      for (const free of [`cur/${plain}:2,`, `cur/${plain}-${randomUUID()}:2,`]) {
        if (await isThere(join(target, free))) continue
        const moved = await rename(join(folderOf(from), name), join(target, free)).then(
          () => true,
          ignoreMissing,
        )
        return moved === null ? null : free
      }
      return null
    },
    close: async () => {},
  }
}

/** Opens the file at the first read: if the store is full, no one reads the stream, so no one would close the file. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, FLAGS)
  yield* file.createReadStream() as AsyncIterable<Buffer>
}

/** Names begin with the time of arrival. */
function byArrival(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => name.slice(name.indexOf('/') + 1))
  return String(first) < String(second) ? -1 : 1
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
}

async function makeFolder(folder: string): Promise<void> {
  for (const place of ['tmp', 'new', 'cur']) await mkdir(join(folder, place), { recursive: true })
  // Servers recognize a maildir folder by this file.
  await writeFile(join(folder, 'maildirfolder'), '', { flag: 'a' })
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== null
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
