import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Papa from 'papaparse'
import { compoundFile } from './compound-file.ts'
import { SAMPLE_FILES } from './sample-files.ts'

/** A document of a corpus and the expected verdict of the portal: 'accept', '400', '415', or 'either' of them. */
export type CorpusLine = { file: string; verdict: string }

/** The documents in the manifest.csv of a corpus. */
export async function readManifest(folder: string): Promise<CorpusLine[]> {
  const manifest = await readFile(join(folder, 'manifest.csv'), 'utf8')
  return Papa.parse<CorpusLine>(manifest, { header: true, skipEmptyLines: true }).data
}

/** A small corpus, for machines without another one: the valid samples and a few with a wrong name. */
export async function makeCorpus(folder: string): Promise<void> {
  const made: [file: string, verdict: string, content: Buffer][] = [
    ...Object.entries(SAMPLE_FILES).map(([extension, content]): [string, string, Buffer] => [
      `good/sound.${extension}`,
      'accept',
      content,
    ]),
    ['nasty/empty, of no bytes.pdf', '400', Buffer.alloc(0)],
    ['nasty/picture.pdf', '415', SAMPLE_FILES.png],
    ['nasty/page.eml', '415', Buffer.from('<html></html>')],
    ['nasty/locked.docx', '415', compoundFile({ streams: { EncryptedPackage: Buffer.alloc(1) } })],
    ['nasty/cut off.docx', 'either', SAMPLE_FILES.docx.subarray(0, 300)],
  ]
  for (const [file, , content] of made) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  const manifest = Papa.unparse(made.map(([file, verdict]) => ({ file, verdict })))
  await writeFile(join(folder, 'manifest.csv'), manifest)
}
