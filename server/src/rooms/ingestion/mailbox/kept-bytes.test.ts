import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptMail } from '@portal/contract/ingestion/mailbox.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTypeByName } from '../../../records/reference/type-by-name.repository.ts'
import { LOVING } from '../../../testing/loving.ts'
import { filePart, mailOf } from '../../../testing/made-mail.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { documentCommands } from '../../files/files.commands.ts'
import { workThroughNight } from '../../files/verify/night-share.ts'

const LONG = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(2_000_000)])

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let admin: TestPerson
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

/** Two pending messages, and the paths of their bytes. */
async function twoThatWait() {
  for (const name of ['long.pdf', 'other.pdf']) {
    const parts = [filePart(name, LONG)]
    await portal.mailbox.deliver(mailOf({ from: 'Owner <owner@elsewhere.example>', parts }))
  }
  await portal.mailbox.look()
  const { rows } = await portal.pool.query<{ id: string; key: string }>(
    'SELECT id, raw_key AS key FROM mail_delivery ORDER BY id',
  )
  const [changed, gone] = rows.map(({ id, key }) => ({
    id,
    path: join(portal.folder, 'documents', 'kept', key.slice(0, 2), key),
  }))
  if (!changed || !gone) throw new Error('Two messages do not wait.')
  return { changed, gone }
}

async function accept(mailId: string) {
  const { kysely } = portal.world.database
  const types = await findTypeByName(kysely, { category: 'Industrial', type: 'Rendition' })
  const named = { categoryID: types?.categoryId, typeID: types?.typeId }
  const payload = { countyID: portal.counties.loving, description: '', ...named }
  return (await portal.call(admin, acceptMail, { params: { mailId }, payload })).json<{
    code?: string
    state?: string
  }>()
}

const verify = () => runCommand(portal.world, documentCommands, { words: ['verify'] })

test('a message whose stored bytes have changed cannot be filed, stays pending, and verify names it', async () => {
  const { changed, gone } = await twoThatWait()
  expect(await verify()).toMatchObject({ exitCode: 0, json: { damagedMails: [] } })
  const whole = await readFile(changed.path)
  const wrong = Buffer.from(whole)
  // A letter of the attachment's base64, so that the message still parses.
  const at = wrong.length - 200_000
  wrong[at] = wrong[at] === 0x41 ? 0x42 : 0x41
  await writeFile(changed.path, wrong)
  await rm(gone.path)
  for (const { id } of [changed, gone])
    expect(await accept(id)).toMatchObject({ code: 'mailbox.content_missing' })
  expect(await portal.documents()).toEqual([])
  const { exitCode, printed } = await verify()
  expect(exitCode).toBe(1)
  expect(printed.filter((line) => line.startsWith('Message')).toSorted()).toEqual(
    [
      `Message ${changed.id} of the mailbox: wrong content`,
      `Message ${gone.id} of the mailbox: missing`,
    ].toSorted(),
  )
  await writeFile(changed.path, whole)
  expect(await accept(changed.id)).toMatchObject({ state: 'accepted' })
})

async function warnings(): Promise<string[]> {
  portal.clock.advance(5000)
  const answer = await portal.app.inject('/readyz')
  return answer.json<{ warnings: string[] }>().warnings.filter((line) => line.includes('portal -- verify'))
}

/** Does the work of the night that ends on that day of June, at 01:30 in Chicago. */
async function night(day: number): Promise<void> {
  portal.clock.set(new Date(Date.UTC(2027, 5, day, 6, 30)))
  await workThroughNight(portal.world, new AbortController().signal)
}

test('R1.62 each night all pending messages are read: damage raises an alarm until they are found sound', async () => {
  const { changed, gone } = await twoThatWait()
  const whole = [await readFile(changed.path), await readFile(gone.path)] as const
  await night(10)
  expect(await warnings()).toEqual([])
  await writeFile(changed.path, 'Message')
  await rm(gone.path)
  await night(11)
  const damaged = 'The bytes of 2 e-mails to review are damaged: `npm run -s portal -- verify` names them.'
  expect(await warnings()).toEqual([damaged])
  expect(portal.log.join('\n')).toContain('The bytes of a message that waits are damaged.')
  await writeFile(changed.path, whole[0])
  await writeFile(gone.path, whole[1])
  // Once a night.
  await night(11)
  expect(await warnings()).toEqual([damaged])
  await night(12)
  expect(await warnings()).toEqual([])
})
