import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Upload, downloadUpload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCorpus, readManifest, type CorpusLine } from '../../../testing/made-corpus.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

const given = process.env['CORPUS_DIR']

let portal: TestPortal
let clerk: TestPerson
let made: string

beforeAll(async () => {
  portal = await testPortal()
  const { CountyID: countyId } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  made = await mkdtemp(join(tmpdir(), 'portal-corpus-'))
  await makeCorpus(made)
})
afterAll(async () => {
  await portal.close()
  await rm(made, { recursive: true, force: true })
})

/** Returns the fault of a document of the corpus, or null. */
async function problemWith(folder: string, { file, verdict }: CorpusLine): Promise<string | null> {
  const bytes = await readFile(join(folder, file))
  const answer = await uploadDocument(portal, clerk, {
    fileName: basename(file),
    bytes,
    categoryId: 7,
    typeId: 46,
  })
  const outcome = answer.statusCode === 200 ? 'accept' : String(answer.statusCode)
  const expected = verdict === 'either' ? ['accept', '400', '415'] : [verdict]
  if (!expected.includes(outcome)) return `${file}: ${outcome}, not ${verdict}`
  if (outcome !== 'accept')
    return (answer.json<{ error?: string }>().error ?? '') ? null : `${file}: no sentence`
  const { FileID } = answer.json<{ file: Upload }>().file
  const back = await portal.call(clerk, downloadUpload, { params: { fileId: FileID } })
  return hash(back.rawPayload) === hash(bytes) ? null : `${file}: came back with other bytes`
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test(`each document of the corpus ${given === undefined ? 'made here' : 'of CORPUS_DIR'} is stored and returned byte for byte, or is refused and leaves nothing`, async () => {
  const folder = given ?? made
  const lines = await readManifest(folder)
  const problems: (string | null)[] = []
  for (const line of lines) problems.push(await problemWith(folder, line))
  expect(problems.filter((problem) => problem !== null)).toEqual([])
  expect(lines.length).toBeGreaterThan(10)

  const { rows } = await portal.pool.query<{ storage_key: string }>('SELECT storage_key FROM document')
  const { staged, kept } = await storedObjects(portal.world.storage)
  expect(staged).toEqual([])
  expect(kept.toSorted()).toEqual(rows.map((row) => row.storage_key).toSorted())
}, 120_000)
