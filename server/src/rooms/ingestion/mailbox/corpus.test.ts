import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptedAs,
  CORPUS,
  differingVerdicts,
  openCorpus,
  type CorpusFile,
} from '../../../testing/corpus-verdicts.ts'
import { LOVING } from '../../../testing/loving.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let corpus: Awaited<ReturnType<typeof openCorpus>>
beforeAll(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
  corpus = await openCorpus()
})
afterAll(async () => {
  await portal.close()
  await corpus.remove()
})

async function byMail({ name }: CorpusFile): Promise<string> {
  const { rows } = await portal.pool.query<{ reason: string | null; document_id: number | null }>(
    'SELECT reason, document_id FROM mail_file WHERE file_name = $1',
    [name],
  )
  const [row] = rows
  return row?.document_id ? acceptedAs(portal, row.document_id) : String(row?.reason)
}

test(`R11.10 each document of the corpus ${CORPUS} gets the verdict of the upload by e-mail too, word for word`, async () => {
  const { files } = corpus
  for (const { name, path } of files) {
    await portal.mailbox.deliver(mailOf({ parts: [filePart(name, await readFile(path))] }))
  }
  for (let round = 0; (await portal.mailbox.lying()).arrived > 0; round++) {
    expect(round).toBeLessThan(100)
    await portal.mailbox.look()
  }
  expect(await differingVerdicts(portal, { by: portal.people.clerk, files, verdictOf: byMail })).toEqual([])
  expect(files.length).toBeGreaterThan(10)
}, 300_000)
