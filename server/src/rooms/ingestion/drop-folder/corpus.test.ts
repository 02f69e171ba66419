import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptedAs,
  CORPUS,
  differingVerdicts,
  openCorpus,
  type CorpusFile,
} from '../../../testing/corpus-verdicts.ts'
import { LOVING } from '../../../testing/loving.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
let corpus: Awaited<ReturnType<typeof openCorpus>>
beforeAll(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
  corpus = await openCorpus()
})
afterAll(async () => {
  await portal.close()
  await corpus.remove()
})

async function byDropFolder({ name }: CorpusFile): Promise<string> {
  const { rows } = await portal.pool.query<{ reason: string | null; document_id: number | null }>(
    'SELECT reason, document_id FROM drop_file WHERE file_name = $1',
    [name],
  )
  const [row] = rows
  return row?.document_id ? acceptedAs(portal, row.document_id) : String(row?.reason)
}

test(`R11.1 each document of the corpus ${CORPUS} gets the verdict of the upload in the drop folder too, word for word`, async () => {
  const { files } = corpus
  for (const { name, path } of files) await copyFile(path, join(portal.dropFolder.folder, name))
  await portal.dropFolder.look()
  expect(
    await differingVerdicts(portal, { by: portal.people.clerk, files, verdictOf: byDropFolder }),
  ).toEqual([])
  expect(files.length).toBeGreaterThan(10)
  expect(await readdir(portal.dropFolder.folder)).toEqual(expect.arrayContaining(['done', 'refused']))
}, 300_000)
