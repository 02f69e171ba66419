import { appendFile, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

// A scanner writes one page, and the next one long after that.

const { pdf } = SAMPLE_FILES
const DONE = 'done/2026-03-10'
const DAY_MS = 24 * 3_600_000

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

const warnings = async () =>
  (await portal.app.inject('/readyz'))
    .json<{ warnings: string[] }>()
    .warnings.filter((line) => line.includes('drop folder'))

const CHANGED =
  'The drop folder of Loving has 1 file in done that changed after filing: read the note beside each, and file it again.'

test('R11.16 a file that a program has open for writing is left, however long it pauses, and is filed when complete', async () => {
  const scanner = await open(join(portal.dropFolder.folder, 'scan.pdf'), 'w')
  try {
    await scanner.write(pdf.subarray(0, 300))
    await portal.dropFolder.look()
    await portal.dropFolder.look()
    expect(await portal.dropFolder.listed()).toEqual(['scan.pdf'])
    portal.clock.advance(
      (await stat(join(portal.dropFolder.folder, 'scan.pdf'))).ctimeMs -
        portal.clock.now().getTime() +
        2 * DAY_MS,
    )
    await portal.dropFolder.look()
    expect(await warnings()).toEqual([
      'The drop folder of Loving has 1 file in it that a program has had open for writing for a day.',
    ])
    await scanner.write(pdf.subarray(300))
  } finally {
    await scanner.close()
  }
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(1)
  expect((await portal.dropFolder.listed()).find((path) => path.endsWith('scan.pdf'))).toMatch(/^done\//)
  expect(await warnings()).toEqual([])
})

test('R11.16 a file that is open only for reading is filed', async () => {
  await portal.dropFolder.drop('scan.pdf', pdf)
  const reader = await open(join(portal.dropFolder.folder, 'scan.pdf'), 'r')
  await portal.dropFolder.look()
  await reader.close()
  expect(await portal.documents()).toHaveLength(1)
})

test('R11.16 a file that grows after it was filed is reported next to it and to administrators, until it is filed again', async () => {
  await portal.dropFolder.drop('scan.pdf', pdf)
  await portal.dropFolder.look()
  await appendFile(join(portal.dropFolder.folder, DONE, 'scan.pdf'), '\n% page 2')
  await portal.dropFolder.look()
  await portal.dropFolder.look()
  const note = await portal.dropFolder.read(`${DONE}/scan.pdf changed after filing.txt`)
  const [document] = await portal.documents()
  expect(note).toContain(`this file is not any more what was filed as file ${document?.id}.`)
  expect(note).toContain(`Filed were ${pdf.length} bytes with SHA-256 `)
  expect(await warnings()).toEqual([CHANGED])
  portal.clock.advance(3 * DAY_MS)
  // A restart of the server.
  await lookerAt(portal)()
  expect(await warnings()).toEqual([CHANGED])

  await rename(join(portal.dropFolder.folder, DONE, 'scan.pdf'), join(portal.dropFolder.folder, 'scan.pdf'))
  await portal.dropFolder.look()
  await portal.dropFolder.look()
  expect(await warnings()).toEqual([])
  expect(await portal.documents()).toHaveLength(2)
})

test('R11.16 a replacement of a filed file is reported, unless it has the same bytes', async () => {
  const filed = join(portal.dropFolder.folder, DONE, 'scan.pdf')
  await portal.dropFolder.drop('scan.pdf', pdf)
  await portal.dropFolder.look()
  await utimes(filed, new Date(), new Date('2031-01-01'))
  await portal.dropFolder.look()
  await rm(filed)
  await writeFile(filed, pdf)
  await portal.dropFolder.look()
  expect(await warnings()).toEqual([])
  await writeFile(filed, Buffer.from(pdf).fill(' ', pdf.length - 6))
  await portal.dropFolder.look()
  expect(await warnings()).toEqual([CHANGED])
})

test('R11.16 clearing done out reports nothing, nor does a change after a day', async () => {
  for (const name of ['cleared.pdf', 'old.pdf']) await portal.dropFolder.drop(name, pdf)
  await portal.dropFolder.look()
  await rm(join(portal.dropFolder.folder, DONE, 'cleared.pdf'))
  await portal.dropFolder.look()
  portal.clock.advance(DAY_MS + 1)
  await appendFile(join(portal.dropFolder.folder, DONE, 'old.pdf'), 'later')
  await portal.dropFolder.look()
  expect(await warnings()).toEqual([])
  expect(await readFile(join(portal.dropFolder.folder, DONE, 'old.pdf'), 'utf8')).toContain('later')
})

test('R11.16 a file that grows on its way to done is reported, even if the server was killed before it recorded that', async () => {
  await portal.dropFolder.drop('scan.pdf', pdf)
  await portal.pool.query(`
    CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the database is away'; END $$;
    CREATE TRIGGER be_away BEFORE UPDATE OF put_away_at ON drop_file FOR EACH ROW EXECUTE FUNCTION be_away()`)
  await portal.dropFolder.look()
  expect(await portal.dropFolder.listed()).toContain(`${DONE}/scan.pdf`)
  await appendFile(join(portal.dropFolder.folder, DONE, 'scan.pdf'), '\n% page 2')
  await portal.pool.query('DROP TRIGGER be_away ON drop_file')
  await lookerAt(portal)()
  expect(await portal.documents()).toHaveLength(1)
  expect(await warnings()).toEqual([CHANGED])
})
