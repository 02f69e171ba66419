import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { BACKGROUND } from '../background.ts'
import { newLeaseOwner } from '../engines/jobs/lease-owner.ts'
import { lanesOf } from '../engines/jobs/run-jobs.ts'
import { drainLane } from '../engines/jobs/drain-lane.ts'
import type { OpenPortal } from './portal/open-portal.ts'

export type ReceivedMail = Email & { raw: Buffer }

/** Runs the due jobs, and returns the mails to that address so far, oldest first. */
export async function mailsTo(portal: OpenPortal, address: string): Promise<ReceivedMail[]> {
  await runDueJobs(portal)
  return readMails(portal.folder, address)
}

/** The mails to that address in the outbox below a data folder, oldest first. */
export async function readMails(dataFolder: string, address: string): Promise<ReceivedMail[]> {
  const folder = join(dataFolder, 'outbox')
  // Their names begin with the time to the millisecond, because one second may have several mails.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(names.map((name) => readMail(join(folder, name))))
  return mails
    .filter(({ to }) => to?.some((recipient) => recipient.address === address))
    .toSorted((one, other) => String(one.date).localeCompare(String(other.date)))
}

/** Runs jobs until none is due. */
export async function runDueJobs(
  { world }: Pick<OpenPortal, 'world'>,
  kinds = BACKGROUND.jobs,
): Promise<void> {
  const server = { owner: newLeaseOwner(), ending: new AbortController().signal }
  await Promise.all(lanesOf(kinds).map((jobs) => drainLane(world, { jobs, ...server })))
}

async function readMail(path: string): Promise<ReceivedMail> {
  const raw = await readFile(path)
  return { ...(await PostalMime.parse(raw)), raw }
}

/** The link of a mail, with its parts. */
export function linkOf({ text }: Pick<Email, 'text'>): { url: URL; email: string; token: string } {
  const [address] = /^https?:\/\/\S+$/m.exec(text ?? '') ?? []
  if (!address) throw new Error(`There is no link in this mail: ${text}`)
  const url = new URL(address)
  return { url, email: url.searchParams.get('email') ?? '', token: url.searchParams.get('token') ?? '' }
}
