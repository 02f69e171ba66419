import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { uploadFile, type Upload } from '@portal/contract/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropPortal, type DropPortal } from '../../../testing/drop-portal.ts'
import { makeCorpus, readManifest } from '../../../testing/made-corpus.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const given = process.env['CORPUS_DIR']

let portal: DropPortal
let made: string
beforeAll(async () => {
  portal = await dropPortal()
  made = await mkdtemp(join(tmpdir(), 'portal-corpus-'))
  await makeCorpus(made)
})
afterAll(async () => {
  await portal.close()
  await rm(made, { recursive: true, force: true })
})

/** 'accepted' with the hash, or the sentence. */
async function byUpload(fileName: string, bytes: Buffer): Promise<string> {
  const form = uploadForm({ fileName, bytes, categoryId: 1, typeId: 1 })
  const answer = await portal.call(portal.clerk, uploadFile, form)
  const body = answer.json<{ file?: Upload; error?: string }>()
  return body.file ? `accepted ${await hashOf(body.file.FileID)}` : String(body.error)
}

async function byDropFolder(fileName: string): Promise<string> {
  const { rows } = await portal.pool.query<{ reason: string | null; document_id: number | null }>(
    'SELECT reason, document_id FROM drop_file WHERE file_name = $1',
    [fileName],
  )
  const [row] = rows
  return row?.document_id ? `accepted ${await hashOf(row.document_id)}` : String(row?.reason)
}

async function hashOf(documentId: number): Promise<string> {
  const { rows } = await portal.pool.query<{ hash: string }>(
    `SELECT encode(sha256, 'hex') AS hash FROM document WHERE id = $1`,
    [documentId],
  )
  return rows[0]?.hash ?? ''
}

test(`each document of the corpus ${given === undefined ? 'made here' : 'of CORPUS_DIR'} has the verdict of the upload in the drop folder too, word for word`, async () => {
  const folder = given ?? made
  const files = (await readManifest(folder)).map(({ file }) => file)
  for (const file of files) await copyFile(join(folder, file), join(portal.folder, basename(file)))
  await portal.look()
  const differing: string[] = []
  for (const file of files) {
    const name = basename(file)
    const verdicts = [await byUpload(name, await readFile(join(folder, file))), await byDropFolder(name)]
    if (verdicts[0] !== verdicts[1]) differing.push(`${name}: ${verdicts.join(' | ')}`)
  }
  expect(differing).toEqual([])
  expect(files.length).toBeGreaterThan(10)
  expect(await readdir(portal.folder)).toEqual(expect.arrayContaining(['done', 'refused']))
}, 300_000)
