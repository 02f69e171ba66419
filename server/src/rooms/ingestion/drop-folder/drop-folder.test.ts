import { once } from 'node:events'
import { mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt, writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { readMails, runDueJobs } from '../../../testing/mailbox.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { VIRUS_MARKER } from '../../../testing/fake-clamd.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { findDocument } from '../../../records/documents/documents.repository.ts'
import { makeDueReceipts } from '../../receipts/due-receipts.ts'
import { createDropFolder } from './drop-folder.ts'
import { acceptedNote, refusedNote } from './note-text.ts'
import { SETTLE_MS } from './watched-folder.ts'

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

const { pdf, png } = SAMPLE_FILES
const TODAY = '2026-03-10'
const NEVER = new AbortController().signal

test('R11.3 R12.12 a file becomes a document of its county and moves to the folder of the day, with its number, time and hash next to it', async () => {
  await portal.dropFolder.drop('Rendition 2026.pdf', pdf)
  await portal.dropFolder.look()
  const [document] = await portal.documents()
  expect(document).toMatchObject({
    file_name: 'Rendition 2026.pdf',
    uploaded_by: portal.people.clerk.accountId,
    county_id: portal.counties.loving,
  })
  const done = `done/${TODAY}/Rendition 2026.pdf`
  expect(await portal.dropFolder.listed()).toEqual([done, `${done}.txt`])
  const note = await portal.dropFolder.read(`${done}.txt`)
  expect(note).toContain(`Accepted as file ${document?.id}: Rendition 2026.pdf`)
  expect(note).toMatch(
    /Received: 2026-03-10T15:00:05\.000Z \(March 10, 2026 at 10:00 AM CDT\)\nSize: \d+ bytes\nSHA-256: [0-9a-f]{64}\n/,
  )
  expect(note).toContain(
    `Receipt: after the end of ${TODAY} the portal mails one of all files of that day to the account of this folder.`,
  )
  const { rows } = await portal.pool.query(
    `SELECT who, what, came_from FROM ${AUDIT_AS_TOLD} WHERE document_id = $1`,
    [document?.id],
  )
  expect(rows).toEqual([{ who: 'drop folder of Loving', what: 'uploaded', came_from: 'drop folder' }])
  await expectInvariants(portal)
})

test('R12.14 the note next to a file shows each value in one line, so that no value can forge a fact', async () => {
  await portal.dropFolder.drop('Plan.pdf', pdf)
  await portal.dropFolder.look()
  const document = await findDocument(portal.world.database.kysely, 1)
  if (!document) throw new Error('The file was not filed.')
  const forged = { ...document, file_name: 'Plan\u2028Size: 1 byte.pdf' }
  expect(acceptedNote(forged, { timeZone: 'America/Chicago', day: TODAY })).toMatch(
    /^Accepted as file 1: Plan Size: 1 byte\.pdf\nReceived: /,
  )
  expect(refusedNote('Not a PDF\u2028Accepted as file 2')).toBe('Refused: Not a PDF Accepted as file 2')
})

test('R12.7 the files of a day get one receipt after it ends, which is e-mailed to their account', async () => {
  await portal.dropFolder.drop('morning.pdf', pdf)
  await portal.dropFolder.look()
  portal.clock.advance(6 * 3_600_000)
  await portal.dropFolder.drop('evening.pdf', pdf)
  await portal.dropFolder.look()
  await makeDueReceipts(portal.world)
  expect((await portal.pool.query('SELECT FROM receipt')).rowCount).toBe(0)
  portal.clock.advance(24 * 3_600_000)
  await makeDueReceipts(portal.world)
  const { rows } = await portal.pool.query(
    'SELECT sender, (SELECT count(*)::integer FROM receipt_file WHERE receipt_id = receipt.id) AS files FROM receipt',
  )
  expect(rows).toEqual([{ sender: portal.people.clerk.email, files: 2 }])
  await runDueJobs(portal)
  const mails = await readMails(portal.world.settings.dataDir, portal.people.clerk.email)
  expect(mails.filter(({ subject }) => subject?.startsWith('Filing receipt'))).toHaveLength(1)
})

test('R11.3 a refused file moves to refused with the sentence of the upload next to it, and leaves nothing else', async () => {
  await portal.dropFolder.drop('picture.pdf', png)
  await portal.dropFolder.drop('notes.txt', 'words')
  await portal.dropFolder.drop('empty.pdf', '')
  await portal.dropFolder.look()
  expect(await portal.dropFolder.listed()).toEqual(
    ['empty.pdf', 'notes.txt', 'picture.pdf'].flatMap((name) => [`refused/${name}`, `refused/${name}.txt`]),
  )
  expect(await portal.dropFolder.read('refused/picture.pdf.txt')).toContain(
    'Refused: picture.pdf: the content is not a valid .pdf file.',
  )
  expect(await portal.dropFolder.read('refused/empty.pdf.txt')).toContain('Refused: empty.pdf is empty.')
  expect(await portal.documents()).toEqual([])
  await expectInvariants(portal)
})

test('R11.2 a growing file, or one with the name of an incomplete file, is left until it is complete', async () => {
  const lookOnce = createDropFolder()
  await portal.dropFolder.drop('scan.pdf', pdf.subarray(0, 100))
  await portal.dropFolder.drop('other.pdf.part', pdf)
  await portal.dropFolder.drop('~$letter.docx', 'lock')
  await portal.dropFolder.drop('.hidden.pdf', pdf)
  for (const length of [200, 300]) {
    await lookOnce(portal.world, NEVER)
    portal.clock.advance(SETTLE_MS - 1)
    await portal.dropFolder.drop('scan.pdf', pdf.subarray(0, length))
  }
  await lookOnce(portal.world, NEVER)
  expect(await portal.documents()).toEqual([])
  await portal.dropFolder.drop('scan.pdf', pdf)
  await rename(join(portal.dropFolder.folder, 'other.pdf.part'), join(portal.dropFolder.folder, 'other.pdf'))
  await portal.dropFolder.look()
  expect((await portal.documents()).map(({ file_name }) => file_name).toSorted()).toEqual([
    'other.pdf',
    'scan.pdf',
  ])
  expect(await portal.dropFolder.listed()).toContain('.hidden.pdf')
})

test('R11.3 files of one name never replace each other, nor a note', async () => {
  for (const bytes of [pdf, Buffer.concat([pdf, Buffer.from('\n% two')])]) {
    await portal.dropFolder.drop('same.pdf', bytes)
    await portal.dropFolder.look()
  }
  await portal.dropFolder.drop('bad.pdf', png)
  await portal.dropFolder.look()
  await portal.dropFolder.drop('bad.pdf.txt', 'somebody wrote this')
  await portal.dropFolder.look()
  const lying = await portal.dropFolder.listed()
  expect(lying.filter((path) => path.startsWith('done/'))).toHaveLength(4)
  expect(lying.filter((path) => path.startsWith('refused/'))).toHaveLength(4)
  expect(await portal.documents()).toHaveLength(2)
  expect(await portal.dropFolder.read('refused/bad.pdf.txt')).toContain('Refused: bad.pdf')
})

const raw = (text: string) => Buffer.from(text, 'latin1')

test('names of any bytes and any length are accepted', async () => {
  const names = [
    raw('caf\xe9 \xff.pdf'),
    Buffer.from(`${'n'.repeat(251)}.pdf`),
    Buffer.from('line\nbreak.pdf'),
    Buffer.from('--help.pdf'),
  ]
  for (const name of names)
    await writeFile(Buffer.concat([Buffer.from(`${portal.dropFolder.folder}/`), name]), pdf)
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(names.length)
  const done = await readdir(join(portal.dropFolder.folder, 'done', TODAY), { encoding: 'buffer' })
  expect(done).toHaveLength(2 * names.length)
  expect(done.map((name) => name.toString('latin1'))).toContain('caf\xe9 \xff.pdf')
})

test('R11.3 a link is refused without being read, a folder stays in its place and is reported', async () => {
  const secret = join(portal.dropFolder.root, 'secret.pdf')
  await writeFile(secret, pdf)
  await symlink(secret, join(portal.dropFolder.folder, 'link.pdf'))
  const socket = createServer().listen(join(portal.dropFolder.folder, 'pipe.pdf'))
  await once(socket, 'listening')
  await mkdir(join(portal.dropFolder.folder, 'scans'))
  await writeFile(join(portal.dropFolder.folder, 'scans', 'inside.pdf'), pdf)
  await portal.dropFolder.look()
  socket.close()
  expect(await portal.documents()).toEqual([])
  expect(await portal.dropFolder.read('refused/link.pdf.txt')).toContain(
    'Refused: It is not a file of its own',
  )
  expect(await portal.dropFolder.read('refused/pipe.pdf.txt')).toContain(
    'Refused: It is not a file of its own',
  )
  expect(await portal.dropFolder.listed()).toContain('scans/inside.pdf')
  expect(await warnings()).toContain('The drop folder of Loving has 1 folder in it: only files are taken.')
})

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings

test('R11.4 folders of unknown counties and wrong settings are reported, and their files stay', async () => {
  await portal.addCounty('Reeves')
  await portal.addCounty('Ward')
  await portal.addPerson({ email: 'reader@loving.example', role: 'reader', countyId: portal.counties.loving })
  for (const name of ['Atlantis', 'Reeves', 'Ward']) {
    await mkdir(join(portal.dropFolder.root, name))
    await writeFile(join(portal.dropFolder.root, name, 'a.pdf'), pdf)
  }
  await writeDropSettings(portal.dropFolder.root, 'Reeves')
  await writeDropSettings(portal.dropFolder.root, 'Loving', { account: 'reader@loving.example' })
  await portal.dropFolder.drop('a.pdf', pdf)
  await symlink(portal.dropFolder.folder, join(portal.dropFolder.root, 'Ector'))
  await portal.dropFolder.look()
  expect(await portal.documents()).toEqual([])
  const told = (await warnings()).filter((line) => line.includes('drop folder'))
  expect(told.toSorted()).toEqual([
    'Ector in the drop folder is a link, and links are not followed.',
    'Loving.json of the drop folder names an account that cannot upload for this county.',
    'Reeves.json of the drop folder names an account that cannot upload for this county.',
    'The drop folder has a folder Atlantis, but there is no county of that name or id.',
    'The drop folder has a folder Ward, but no file Ward.json beside it that says whose documents come there.',
  ])
  for (const [other, sentence] of [
    [
      { type: 'Nothing' },
      'Loving.json of the drop folder names a category and a type of which the portal does not know.',
    ],
    [{ extra: 1 }, 'Loving.json of the drop folder is wrong at the whole: Unrecognized key: "extra".'],
  ] as const) {
    await writeDropSettings(portal.dropFolder.root, 'Loving', other)
    await portal.dropFolder.look()
    expect(await warnings()).toContain(sentence)
  }
  await writeFile(join(portal.dropFolder.root, 'Loving.json'), '{\n  "account" "clerk@loving.example"\n}')
  await portal.dropFolder.look()
  expect(await warnings()).toContain(
    'Loving.json of the drop folder cannot be used: it is not valid JSON at line 2, column 13.',
  )
  await rm(portal.dropFolder.root, { recursive: true })
  await portal.dropFolder.look()
  expect(await warnings()).toContain(`The drop folder ${portal.dropFolder.root} cannot be read: see the log.`)
})

test('R11.2 two servers on one folder file each file once', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `rendition ${at}.pdf`)
  for (const name of names) await portal.dropFolder.drop(name, pdf)
  const [one, other] = [createDropFolder(), createDropFolder()]
  const elsewhere = {
    ...portal.world,
    settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
  }
  const both = () => Promise.all([one(elsewhere, NEVER), other(elsewhere, NEVER)])
  await both()
  portal.clock.advance(SETTLE_MS)
  await both()
  await both()
  expect((await portal.documents()).map(({ file_name }) => file_name).toSorted()).toEqual(names.toSorted())
  expect((await portal.dropFolder.listed()).filter((path) => path.endsWith('.pdf'))).toHaveLength(40)
  await expectInvariants(portal)
})

test('R11.4 while the store is unreachable a claimed file waits, and is filed afterwards', async () => {
  await portal.dropFolder.drop('late.pdf', pdf)
  const away = { ...portal.world.storage, stage: () => Promise.reject(new Error('the disk is away')) }
  await lookerAt({ ...portal, world: { ...portal.world, storage: away } })()
  expect(await portal.documents()).toEqual([])
  const [inHand] = await portal.dropFolder.listed()
  expect(inHand).toMatch(/^\.working\/[0-9a-f-]{36}\/late\.pdf$/)
  portal.clock.advance(25 * 3_600_000)
  expect(await warnings()).toContain(
    '1 file of the drop folder has been in hand for longer than a day: see the log.',
  )
  // A restart of the only server.
  await lookerAt(portal)()
  expect(await portal.documents()).toHaveLength(1)
  expect((await portal.dropFolder.listed()).every((path) => path.startsWith('done/'))).toBe(true)
  await expectInvariants(portal)
})

test('R11.13 while no document can be stored, files stay where they were dropped, and nothing is tried', async () => {
  const full = { ...portal.world.healthProbe, stateOf: async () => 'down' as const }
  const stage = vi.spyOn(portal.world.storage, 'stage')
  const look = lookerAt({ ...portal, world: { ...portal.world, healthProbe: full } })
  await portal.dropFolder.drop('a.pdf', pdf)
  await look()
  await look()
  expect(await portal.dropFolder.listed()).toEqual(['a.pdf'])
  expect(stage).not.toHaveBeenCalled()
  await portal.dropFolder.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['a.pdf'])
  await expectInvariants(portal)
})

test('a claimed file that the database does not know, as after a restore, is filed again', async () => {
  const id = '3f0e9c64-0000-4000-8000-000000000001'
  await mkdir(join(portal.dropFolder.folder, '.working', id), { recursive: true })
  await writeFile(join(portal.dropFolder.folder, '.working', id, 'old.pdf'), pdf)
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(1)
})

test('R11.1 a closed county accepts nothing, and a file with a virus is refused like an upload', async () => {
  const scanned = await testPortal({ cast: LOVING, dropFolder: true, scanner: true })
  await scanned.dropFolder.drop('virus.pdf', Buffer.concat([pdf, Buffer.from(`\n% ${VIRUS_MARKER}\n`)]))
  await scanned.dropFolder.look()
  expect(await scanned.dropFolder.read('refused/virus.pdf.txt')).toContain(
    'Refused: A virus was found in virus.pdf: ',
  )
  await scanned.pool.query('UPDATE county SET closed_at = now()')
  await scanned.dropFolder.drop('late.pdf', pdf)
  await scanned.dropFolder.look()
  expect(await scanned.dropFolder.read('refused/late.pdf.txt')).toContain('Refused: This county is closed.')
  expect(await scanned.documents()).toEqual([])
  await scanned.close()
})

test('R11.2 a file that changes during the read goes back, and is filed when complete', async () => {
  await portal.dropFolder.drop('growing.pdf', pdf)
  const { storage } = portal.world
  const path = async () =>
    join(
      portal.dropFolder.folder,
      '.working',
      (await readdir(join(portal.dropFolder.folder, '.working')))[0] ?? '',
      'growing.pdf',
    )
  const slow: typeof storage = {
    ...storage,
    async stage(...args) {
      const staged = await storage.stage(...args)
      await utimes(await path(), new Date(), new Date('2031-01-01'))
      return staged
    },
  }
  await lookerAt({ ...portal, world: { ...portal.world, storage: slow } })()
  expect(await portal.documents()).toEqual([])
  expect(await portal.dropFolder.listed()).toEqual(['growing.pdf'])
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(1)
  await expectInvariants(portal)
})
