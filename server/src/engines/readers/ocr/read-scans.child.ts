import { readFileSync } from 'node:fs'
import { setInterval as every } from 'node:timers/promises'
import { packPage, type PackedPage } from '../packed-page.ts'
import type { GrayImage } from './gray-image.ts'
import { openLetterReader, type LetterReader } from './letter-reader.ts'
import { readScannedPage } from './read-scanned-page.ts'
import { openScans } from './open-scans.ts'
import { PAGE_CPU_MS, type ReadScan, type ReadScans, type ScansToRead } from './read-scans.task.ts'

export async function run({ path, kind, pages }: ScansToRead): Promise<ReadScans> {
  const scans = await openScans(readFileSync(path), kind)
  const read: ReadScan[] = []
  let reader: LetterReader | null = null
  for (const page of pages) {
    const image = await scans.imageOf(page)
    if (image === null) {
      read.push({ ...NO_TEXT, page, problem: 'damaged' })
      continue
    }
    reader ??= await openLetterReader()
    const found = await readInTime(image, reader)
    if (found === null) {
      // The thread works on. It ends with the process at the latest.
      void reader.close().catch(() => {})
      reader = null
    }
    read.push({ ...(found ?? NO_TEXT), page, problem: found ? null : 'took-too-long' })
  }
  const { user, system } = process.cpuUsage()
  return { pages: read, cpuMs: (user + system) / 1000 }
}

const NO_TEXT: PackedPage = { text: '', boxes: '' }

/** Null after too much processor time. */
async function readInTime(image: GrayImage, reader: LetterReader): Promise<PackedPage | null> {
  const start = process.cpuUsage()
  const done = new AbortController()
  const late = async () => {
    for await (const _ of every(200, null, { signal: done.signal })) {
      const { user, system } = process.cpuUsage(start)
      if ((user + system) / 1000 > PAGE_CPU_MS) break
    }
    return null
  }
  try {
    return await Promise.race([readScannedPage(image, reader).then(packPage), late()])
  } finally {
    done.abort()
  }
}
