import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../engines/config/environment.ts'
import { createMailboxDoor } from '../rooms/doors/mailbox/mailbox-door.ts'
import { testPortal } from './test-portal.ts'

const NEVER = new AbortController().signal

export const TRUSTED = 'mx.filings.example'
export const FILINGS = 'loving@filings.example'

/** A folder to which mail for the county Loving is delivered, and the settings that name it. */
export async function mailFolder() {
  const root = await mkdtemp(join(tmpdir(), 'portal-mail-'))
  for (const place of ['tmp', 'new', 'cur']) await mkdir(join(root, place))
  const file = join(root, 'filings.json')
  const filing = { county: 'Loving', category: 'Industrial', type: 'Rendition' }
  await writeFile(file, JSON.stringify({ trusted: [TRUSTED], [FILINGS]: filing }))
  let delivered = 0
  return {
    root,
    environment: { MAILBOX_URL: `maildir://${root}`, MAILBOX_FILINGS: file },
    deliver: (message: Buffer | string) =>
      writeFile(join(root, 'new', `${String(++delivered).padStart(6, '0')}.mx`), message),
    /** How many lie where they arrived, and in each folder. */
    lying: async () => ({
      arrived: (await readdir(join(root, 'new'))).length,
      accepted: await countIn(join(root, '.Accepted')),
      refused: await countIn(join(root, '.Refused')),
      waiting: await countIn(join(root, '.Waiting')),
    }),
  }
}

async function countIn(folder: string): Promise<number> {
  return (await readdir(join(folder, 'cur')).catch(() => [])).length
}

export type MailboxPortal = Awaited<ReturnType<typeof mailboxPortal>>

/** A portal with a mailbox, the county Loving and a clerk of it. */
export async function mailboxPortal(environment: Environment = {}) {
  const mail = await mailFolder()
  const portal = await testPortal({ environment: { ...mail.environment, ...environment } })
  const county = await portal.addCounty('Loving')
  const clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: county.CountyID })
  const door = createMailboxDoor()
  return {
    ...portal,
    ...mail,
    county,
    clerk,
    look: () => door(portal.world, NEVER),
    documents: async () =>
      (
        await portal.pool.query<{ id: number; file_name: string; uploaded_by: number; county_id: number }>(
          'SELECT id, file_name, uploaded_by, county_id FROM document ORDER BY id',
        )
      ).rows,
    verdicts: async () =>
      (
        await portal.pool.query<{ id: string; state: string; reason: string | null; subject: string }>(
          'SELECT id, state, reason, subject FROM mail_delivery ORDER BY arrived_at, mailbox_name',
        )
      ).rows,
    async close() {
      await portal.close()
      await rm(mail.root, { recursive: true, force: true })
    },
  }
}
