import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { makeCorpus, readManifest } from './made-corpus.ts'
import type { TestPerson, TestPortal } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

const given = process.env['CORPUS_DIR']

/** The source of the documents, for the titles of tests. */
export const CORPUS = given === undefined ? 'made here' : 'of CORPUS_DIR'

export type CorpusFile = { readonly name: string; readonly path: string }

/** The documents of CORPUS_DIR, or generated ones without it. */
export async function openCorpus(): Promise<{ files: readonly CorpusFile[]; remove(): Promise<void> }> {
  const made = await mkdtemp(join(tmpdir(), 'portal-corpus-'))
  if (given === undefined) await makeCorpus(made)
  const folder = given ?? made
  const files = (await readManifest(folder)).map(({ file }) => ({
    name: basename(file),
    path: join(folder, file),
  }))
  return { files, remove: () => rm(made, { recursive: true, force: true }) }
}

type PoolOf = Pick<TestPortal, 'pool'>

/** The verdict for a document: 'accepted' with its hash. */
export async function acceptedAs({ pool }: PoolOf, documentId: number): Promise<string> {
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT encode(sha256, 'hex') AS hash FROM document WHERE id = $1`,
    [documentId],
  )
  return `accepted ${rows[0]?.hash ?? ''}`
}

/** The verdict of the plain upload: 'accepted' with the hash, or the sentence. */
async function byUpload(
  portal: Pick<TestPortal, 'call' | 'pool'>,
  by: TestPerson,
  { name, path }: CorpusFile,
): Promise<string> {
  const form = uploadForm({ fileName: name, bytes: await readFile(path), categoryId: 1, typeId: 1 })
  const body = (await portal.call(by, uploadFile, form)).json<{ file?: Upload; error?: string }>()
  return body.file ? acceptedAs(portal, body.file.FileID) : String(body.error)
}

/** The documents for which another entry point has another verdict than the plain upload, with both verdicts. */
export async function differingVerdicts(
  portal: Pick<TestPortal, 'call' | 'pool'>,
  {
    by,
    files,
    verdictOf,
  }: { by: TestPerson; files: readonly CorpusFile[]; verdictOf: (file: CorpusFile) => Promise<string> },
): Promise<string[]> {
  const differing: string[] = []
  for (const file of files) {
    const verdicts = [await byUpload(portal, by, file), await verdictOf(file)]
    if (verdicts[0] !== verdicts[1]) differing.push(`${file.name}: ${verdicts.join(' | ')}`)
  }
  return differing
}
