import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCorpus, readManifest } from '../../../testing/made-corpus.ts'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { checkKind } from './check-kind.ts'

/** Milliseconds of processor time. */
const LONGEST = 1_000

/** Checks every document in the manifest.csv of a folder against the verdict there. */
async function mismatches(folder: string): Promise<{ checked: number; wrong: string[] }> {
  const lines = await readManifest(folder)
  const wrong: string[] = []
  for (const { file, verdict } of lines) {
    const handle = await open(join(folder, file))
    try {
      const { size } = await handle.stat()
      const read = async (offset: number, length: number) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      }
      const time = await processorTimeOf(async () => {
        const found = await checkKind(basename(file), { size, read })
        const answer = found.ok ? 'accept' : String(found.refusal.status)
        if (verdict !== 'either' && answer !== verdict) wrong.push(`${file}: ${answer}, not ${verdict}`)
      })
      if (time > LONGEST) wrong.push(`${file}: took more than ${LONGEST} ms`)
    } finally {
      await handle.close()
    }
  }
  return { checked: lines.length, wrong }
}

describe('a corpus of documents, each with its verdict', () => {
  const given = process.env['CORPUS_DIR']
  let folder = ''
  let made = ''

  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'corpus-'))
    await makeCorpus(made)
    folder = given ?? made
  })
  afterAll(() => rm(made, { recursive: true }))

  it(`gets the verdict of its manifest, ${given === undefined ? 'made here' : 'from CORPUS_DIR'}`, async () => {
    const { checked, wrong } = await mismatches(folder)
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(10)
  })

  it('reports a wrong verdict', async () => {
    await writeFile(
      join(made, 'manifest.csv'),
      'file,verdict\ngood/sound.pdf,415\nnasty/picture.pdf,accept\n',
    )
    expect((await mismatches(made)).wrong).toEqual([
      'good/sound.pdf: accept, not 415',
      'nasty/picture.pdf: 415, not accept',
    ])
  })
})
