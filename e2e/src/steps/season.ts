import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type APIRequestContext, type BrowserContext } from '@playwright/test'
import { findChromium } from '../browser/chromium.ts'
import { addSettledToContext } from '../browser/settled.ts'
import { SAMPLE_FILES } from './files.ts'

/** A file on the disk of its sender. */
export type DiskFile = { readonly path: string; readonly name: string; readonly sha256: string }

/** Writes this many renditions of this many bytes into a folder, all different. */
export async function writeRenditions(folder: string, count: number, bytes: number): Promise<DiskFile[]> {
  await mkdir(folder, { recursive: true })
  const files: DiskFile[] = []
  for (let number = 1; number <= count; number++) {
    const name = `rendition-${String(number).padStart(4, '0')}.pdf`
    const path = join(folder, name)
    const content = Buffer.concat([
      SAMPLE_FILES.pdf,
      randomBytes(Math.max(bytes - SAMPLE_FILES.pdf.length, 8)),
    ])
    await writeFile(path, content)
    files.push({ path, name, sha256: hashOf(content) })
  }
  return files
}

/** A browser that can be killed, and started again with its stored data. */
export async function openLastingBrowser(
  profile: string,
  baseURL: string,
): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const { origin: _origin, ...launch } = await findChromium()
  const context = await chromium.launchPersistentContext(profile, { ...launch, baseURL })
  addSettledToContext(context)
  return {
    context,
    async kill() {
      const [page] = context.pages()
      const gone = new Promise((resolve) => context.once('close', resolve))
      const devtools = page && (await context.newCDPSession(page))
      // It responds to nothing anymore.
      void devtools?.send('Browser.crash').catch(() => {})
      await gone
    },
  }
}

/** How many documents the caller may see; null without a response. */
export async function countDocuments(request: APIRequestContext, url: string): Promise<number | null> {
  try {
    const answer = await request.get(`${url}/api/files/uploads?pageSize=1`)
    if (!answer.ok()) return null
    const { total } = (await answer.json()) as { total: number }
    return total
  } catch {
    return null
  }
}

/** The names and hashes of all documents that the caller may see, from their downloads. */
export async function downloadHashes(request: APIRequestContext, url: string): Promise<[string, string][]> {
  const hashes: [string, string][] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await request.get(`${url}/api/files/uploads?pageSize=200&page=${page}`)
    const { files, totalPages } = (await answer.json()) as {
      files: { FileID: number; FileName: string }[]
      totalPages: number
    }
    pages = totalPages
    for (const { FileID, FileName } of files) {
      const content = await request.get(`${url}/api/files/uploads/${FileID}/download`)
      hashes.push([FileName, hashOf(await content.body())])
      await content.dispose()
    }
  }
  return hashes
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
