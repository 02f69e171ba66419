import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveFile } from './archive-file.ts'

const ID = '3f0e9c64-0000-4000-8000-000000000002'

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'portal-put-away-'))
  await mkdir(join(path, '.working', ID), { recursive: true })
})
afterEach(() => rm(path, { recursive: true }))

test('the note is written before the file moves, so that no file is ever without its verdict', async () => {
  const folder = { path, name: 'Loving', countyId: 1, countyName: 'Loving', accountId: 1 }
  const draft = { countyId: 1, categoryId: 1, typeId: 1, description: '' }
  const file = join(path, '.working', ID, 'scan.pdf')
  await writeFile(file, 'bytes')
  const { ino: inode } = await lstat(file, { bigint: true })
  const claimed = { claim: { id: ID }, folder: { ...folder, draft }, name: Buffer.from('scan.pdf'), inode }
  const go = () => archiveFile(claimed, { into: ['refused'], note: 'Refused: no.' })
  // As if the power failed between the two.
  await rename(file, join(path, 'elsewhere'))
  await expect(go()).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(join(path, 'refused'))).toEqual(['scan.pdf.txt'])
  await rename(join(path, 'elsewhere'), file)
  await go()
  expect((await readdir(join(path, 'refused'))).toSorted()).toEqual(['scan.pdf', 'scan.pdf.txt'])
  expect(await readFile(join(path, 'refused', 'scan.pdf.txt'), 'utf8')).toContain('Refused: no.')
})
