import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { uploadFile, type Upload } from '@portal/contract/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCorpus, readManifest } from '../../../testing/made-corpus.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { mailboxPortal, type MailboxPortal } from '../../../testing/mailbox-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

let portal: MailboxPortal
let made: string
beforeAll(async () => {
  portal = await mailboxPortal()
  made = await mkdtemp(join(tmpdir(), 'portal-corpus-'))
  await makeCorpus(made)
})
afterAll(async () => {
  await portal.close()
  await rm(made, { recursive: true, force: true })
})

async function hashOf(documentId: number): Promise<string> {
  const { rows } = await portal.pool.query<{ hash: string }>(
    `SELECT encode(sha256, 'hex') AS hash FROM document WHERE id = $1`,
    [documentId],
  )
  return rows[0]?.hash ?? ''
}

/** 'accepted' with the hash, or the sentence. */
async function byUpload(fileName: string, bytes: Buffer): Promise<string> {
  const form = uploadForm({ fileName, bytes, categoryId: 1, typeId: 1 })
  const answer = await portal.call(portal.clerk, uploadFile, form)
  const body = answer.json<{ file?: Upload; error?: string }>()
  return body.file ? `accepted ${await hashOf(body.file.FileID)}` : String(body.error)
}

async function byMail(fileName: string): Promise<string> {
  const { rows } = await portal.pool.query<{ reason: string | null; document_id: number | null }>(
    'SELECT reason, document_id FROM mail_file WHERE file_name = $1',
    [fileName],
  )
  const [row] = rows
  return row?.document_id ? `accepted ${await hashOf(row.document_id)}` : String(row?.reason)
}

test('each document of the corpus has the verdict of the upload by mail too, word for word', async () => {
  const files = (await readManifest(made)).map(({ file }) => file)
  for (const file of files) {
    const part = filePart(basename(file), await readFile(join(made, file)))
    await portal.deliver(mailOf({ parts: [part] }))
  }
  for (let round = 0; (await portal.lying()).arrived > 0; round++) {
    expect(round).toBeLessThan(20)
    await portal.look()
  }
  const differing: string[] = []
  for (const file of files) {
    const name = basename(file)
    const verdicts = [await byUpload(name, await readFile(join(made, file))), await byMail(name)]
    if (verdicts[0] !== verdicts[1]) differing.push(`${name}: ${verdicts.join(' | ')}`)
  }
  expect(differing).toEqual([])
  expect(files.length).toBeGreaterThan(10)
}, 300_000)
