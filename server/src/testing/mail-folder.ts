import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const TRUSTED = 'mx.filings.example'
export const FILINGS = 'loving@filings.example'

export type MailFolder = Awaited<ReturnType<typeof mailFolder>>

/** A folder that receives mail for the county Loving, and its settings. */
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
    /** How many are in the inbox, and in each folder. */
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
