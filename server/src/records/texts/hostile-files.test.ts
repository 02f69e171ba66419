import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNREADABLE_REASONS } from '../../engines/readers/file-text.ts'
import { hostileFiles } from '../../testing/hostile-files.ts'
import { hostilePdfs } from '../../testing/hostile-pdfs.ts'
import { readManifest } from '../../testing/made-corpus.ts'
import { readFoundText } from './read-found-text.ts'

const CORPUS = process.env['CORPUS_DIR']
const FILES = { ...(await hostilePdfs()), ...hostileFiles(), ...(await corpusFiles()) }

/** The damaged and hostile files of CORPUS_DIR, if it is set. OCR of all sound ones would take minutes. */
async function corpusFiles(): Promise<Record<string, Buffer>> {
  if (CORPUS === undefined) return {}
  const hostile = (await readManifest(CORPUS)).filter(({ file }) => file.includes('/nasty/'))
  const files = hostile.map(async ({ file }) => [file, await readFile(join(CORPUS, file))])
  return Object.fromEntries(await Promise.all(files)) as Record<string, Buffer>
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function endOf(fileName: string, bytes: Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  const reading = { path, ending: new AbortController().signal, waitForCalm: async () => {}, timeShare: 0.1 }
  const outcome = await readFoundText({ fileName, byteSize: bytes.length }, reading)
  return outcome.kind === 'unreadable' ? outcome.reason : 'text'
}

test('R14.5 a hostile file ends with its text or a named reason', async () => {
  const ends = new Map<string, string>()
  for (const [name, bytes] of Object.entries(FILES)) ends.set(name, await endOf(name, bytes))
  expect(ends.size).toBeGreaterThan(40)
  for (const end of ends.values()) expect(['text', ...UNREADABLE_REASONS]).toContain(end)
  expect(Object.fromEntries(ends)).toMatchObject({
    'a gigabyte of text.pdf': expect.stringMatching(/^(out-of-memory|took-too-long)$/),
    'locked.pdf': 'password',
    'locked.docx': 'password',
    'cut off.pdf': 'damaged',
    'a giant.png': 'too-large',
    'a drawing.png': 'damaged',
    'a text of 100 MB.docx': 'text',
    'entities.docx': 'text',
    'deep.docx': 'text',
    'deep parts.eml': 'text',
  })
}, 1_500_000)
