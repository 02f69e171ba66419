import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptedAs,
  CORPUS,
  differingVerdicts,
  openCorpus,
  type CorpusFile,
} from '../../../testing/corpus-verdicts.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { idIn, tusCalls } from '../../../testing/tus-calls.ts'

let portal: TestPortal
let clerk: TestPerson
let corpus: Awaited<ReturnType<typeof openCorpus>>
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const { CountyID: countyId } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  corpus = await openCorpus()
})
afterAll(async () => {
  await portal.close()
  await corpus.remove()
})

/** Sends it in two pieces, as over a line that broke. */
async function byTus({ name, path }: CorpusFile): Promise<string> {
  const bytes = await readFile(path)
  const calls = tusCalls(portal, clerk)
  const begun = await calls.begin({ size: bytes.length, values: { filename: name } })
  if (begun.statusCode !== 201) return String(begun.json<{ error?: string }>().error)
  const id = idIn(String(begun.headers['location']))
  const half = bytes.length >> 1
  let answer = await calls.append(id, 0, bytes.subarray(0, half))
  if (answer.statusCode === 204) answer = await calls.append(id, half, bytes.subarray(half))
  if (answer.statusCode !== 204) return String(answer.json<{ error?: string }>().error)
  return acceptedAs(portal, Number(answer.headers['portal-file-id']))
}

test(`each document of the corpus ${CORPUS} gets the verdict of the plain upload in pieces too, word for word`, async () => {
  const { files } = corpus
  expect(await differingVerdicts(portal, { by: clerk, files, verdictOf: byTus })).toEqual([])
  expect(files.length).toBeGreaterThan(10)
}, 300_000)
