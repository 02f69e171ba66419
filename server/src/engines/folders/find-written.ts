import { constants, type BigIntStats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'

/** File descriptors that are checked concurrently. */
const AT_ONCE = 32

const NUMBER = /^\d+$/

const ACCESS_MODE = constants.O_WRONLY | constants.O_RDWR

type FileOnDisk = Pick<BigIntStats, 'dev' | 'ino'>

const keyOf = ({ dev, ino }: FileOnDisk) => `${dev}:${ino}`

/**
 * Finds which of these files a process of this machine has open for writing, such as a scanner between two pages. Linux
 * lists the open files of a process in /proc/PID/fd, with their flags in /proc/PID/fdinfo (proc(5)). Root sees all
 * processes; other users see only their own. Writers in invisible processes, and on other machines, are not found.
 */
export async function findWritten(files: readonly FileOnDisk[]): Promise<(file: FileOnDisk) => boolean> {
  const wanted = new Set(files.map(keyOf))
  const written = new Set<string>()
  const visit = async (descriptor: string) => {
    const [, , pid, , number] = descriptor.split('/')
    const file = await stat(descriptor, { bigint: true }).catch(() => null)
    if (file === null || !file.isFile() || !wanted.has(keyOf(file))) return
    const info = await readFile(`/proc/${pid}/fdinfo/${number}`, 'utf8').catch(() => '')
    const flags = Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '0', 8)
    if ((flags & ACCESS_MODE) !== 0) written.add(keyOf(file))
  }
  if (wanted.size > 0) {
    for (const pid of (await readdir('/proc')).filter((name) => NUMBER.test(name))) {
      const folder = `/proc/${pid}/fd`
      const numbers = await readdir(folder).catch(() => [])
      for (let at = 0; at < numbers.length; at += AT_ONCE)
        await Promise.all(numbers.slice(at, at + AT_ONCE).map((number) => visit(`${folder}/${number}`)))
    }
  }
  return (file) => written.has(keyOf(file))
}
