import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOVING } from '../../testing/loving.ts'
import { filePart, mailOf } from '../../testing/made-mail.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'

/** Above the minimum of 4 KB, so that it counts with its own size. */
const pdf = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(4096, ' ')])
const { png } = SAMPLE_FILES
const MEGABYTE = 1_048_576
const LIMITED = { UPLOAD_MB_PER_DAY: '50' }
const DAY_MS = 86_400_000

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true, environment: LIMITED })
})
afterEach(() => portal.close())

/** The clerk uploads a whole day's quota except this many bytes. */
async function fill(room = 0): Promise<void> {
  await portal.pool.query(
    `INSERT INTO uploaded_bytes (account_id, day, bytes) VALUES ($1, ($2::timestamptz AT TIME ZONE 'America/Chicago')::date, $3)
     ON CONFLICT (account_id) DO UPDATE SET day = excluded.day, bytes = excluded.bytes`,
    [portal.people.clerk.accountId, portal.clock.now(), 50 * MEGABYTE - room],
  )
}

async function used(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ bytes: number }>('SELECT bytes::integer FROM uploaded_bytes')
  return rows.map(({ bytes }) => bytes)
}

const names = async () => (await portal.documents()).map(({ file_name }) => file_name)

describe('the limited bytes of a person in a day', () => {
  test('R5.55 are those by e-mail and by upload together; only stored ones count', async () => {
    const damaged = filePart('damaged.pdf', Buffer.from('no document'))
    await portal.mailbox.deliver(mailOf({ parts: [filePart('mailed.pdf', pdf), damaged] }))
    await portal.mailbox.look()
    expect(await names()).toEqual(['mailed.pdf'])
    expect(await used()).toEqual([pdf.length])
    await fill(pdf.length - 1)
    const facts = { fileName: 'r.pdf', bytes: pdf, categoryId: 1, typeId: 1 }
    expect((await portal.call(portal.people.clerk, uploadFile, uploadForm(facts))).statusCode).toBe(429)
  })

  test('R5.55 defer e-mailed files beyond them to the next day; earlier files of the message stay, once', async () => {
    await fill(pdf.length)
    await portal.mailbox.deliver(mailOf({ parts: [filePart('one.pdf', pdf), filePart('two.png', png)] }))
    await portal.mailbox.look()
    expect(await names()).toEqual(['one.pdf'])
    expect(await portal.mailbox.lying()).toMatchObject({ arrived: 1, accepted: 0, refused: 0, waiting: 0 })
    expect(await portal.pool.query(`SELECT FROM stored_object WHERE state = 'staged'`)).toMatchObject({
      rowCount: 0,
    })
    const { warnings } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
    expect(warnings).toContain(
      '1 person has reached the daily upload limit. New files will be processed tomorrow.',
    )
    portal.clock.advance(DAY_MS)
    await portal.mailbox.look()
    expect(await names()).toEqual(['one.pdf', 'two.png'])
    expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 1 })
    expect(await used()).toEqual([Math.max(4096, png.length)])
  })

  test('R5.55 are released if the file cannot be stored', async () => {
    vi.spyOn(portal.world.storage, 'keep').mockRejectedValueOnce(new Error('The disk is broken.'))
    await portal.mailbox.deliver(mailOf({ parts: [filePart('one.pdf', pdf)] }))
    await portal.mailbox.look()
    expect(await names()).toEqual([])
    expect(await used()).toEqual([0])
  })

  test('R5.55 exclude the drop folder, which belongs to the county and not to one person', async () => {
    const dropped = await testPortal({ cast: LOVING, dropFolder: true, environment: LIMITED })
    try {
      await dropped.dropFolder.drop('Rendition.pdf', pdf)
      await dropped.dropFolder.look()
      expect(await dropped.documents()).toHaveLength(1)
      expect((await dropped.pool.query('SELECT FROM uploaded_bytes')).rowCount).toBe(0)
    } finally {
      await dropped.close()
    }
  })
})
