import { setTimeout as sleep } from 'node:timers/promises'
import { checkDatabase } from '../../../engines/database/database-check.ts'
import type { World } from '../../../records/context.ts'
import { verifyDocument } from '../../../records/documents/verify-document.ts'
import {
  beginNight,
  endShare,
  findLastNight,
  findNight,
  markDatabaseChecked,
  moveOn,
  type NightProgress,
} from '../../../records/stored-files/nightly-checks/night-watch.repository.ts'
import {
  deleteFindingsOfGoneDocuments,
  saveFindings,
  type CheckResult,
} from '../../../records/stored-files/nightly-checks/open-findings.repository.ts'
import { databaseChecks } from './database-checks.ts'
import { saveDamagedMails, saveDatabaseFindings } from './save-findings.ts'
import { verifyMails } from './verify-mails.ts'
import { documentsAfter, type StoredRow } from './verify.repository.ts'

/** The night lasts from `FROM_HOUR` until just before `TO_HOUR`, in the firm's time zone. */
const FROM_HOUR = 1

const TO_HOUR = 5

type NightWorld = Pick<World, 'clock' | 'calendar'>

/** The number of nights in which every document is checked once. */
const NIGHTS = 30

/** The number of documents that are read before the progress is saved. */
const AT_ONCE = 20

/** The disk pauses this many times as long as each read took, if the night is long enough. */
const REST = 3

/**
 * Each night, checks the database once and reads all messages that wait for a person, because most do not wait for
 * thirty nights. Also reads a thirtieth of all documents, from where the last night stopped. Stops when the night or
 * the server ends. Any server can continue from the saved progress.
 */
export async function workThroughNight(world: World, ending: AbortSignal): Promise<void> {
  const night = nightOf(world)
  if (night === null) return
  await begin(world, night)
  const isDue = async () => {
    const progress =
      !ending.aborted && nightOf(world) === night && (await findNight(world.database.kysely, night))
    return progress || null
  }
  if ((await isDue())?.isDatabaseChecked === false) {
    await lookAtMails(world, () => ending.aborted || nightOf(world) !== night)
    if (await isDue()) await lookAtDatabase(world, night)
  }
  for (let progress; (progress = await isDue()) && progress.shareLeft > 0;) {
    if (!(await readSome(world, { night, progress, ending }))) return
  }
}

async function begin({ database: { kysely }, log }: World, night: string): Promise<void> {
  const last = (await findNight(kysely, night)) ? undefined : await findLastNight(kysely)
  if (last && last.shareLeft > 0)
    log.warn(
      { left: last.shareLeft },
      'The last night was too short for its share of documents; this one goes on.',
    )
  await beginNight(kysely, { night, nights: NIGHTS })
  await deleteFindingsOfGoneDocuments(kysely)
}

async function lookAtMails(world: World, isOver: () => boolean): Promise<void> {
  const damaged = await verifyMails(world, isOver)
  if (damaged === null) return
  for (const { mailID, problem } of damaged)
    world.log.error({ mailId: mailID, problem }, 'The bytes of a message that waits are damaged.')
  await world.database.kysely.transaction().execute((transaction) => saveDamagedMails(transaction, damaged))
}

async function lookAtDatabase(world: World, night: string): Promise<void> {
  const { database, log } = world
  const findings = await checkDatabase(database, databaseChecks(world))
  for (const finding of findings)
    log.error(finding, 'The nightly look at the database found something wrong.')
  await database.kysely.transaction().execute(async (transaction) => {
    await saveDatabaseFindings(transaction, findings)
    await markDatabaseChecked(transaction, night)
  })
}

type Portion = { readonly night: string; readonly progress: NightProgress; readonly ending: AbortSignal }

/**
 * Reads the next documents and saves the progress. Returns false if there are no documents, or if another server has
 * already advanced the progress.
 */
async function readSome(world: World, { night, progress, ending }: Portion): Promise<boolean> {
  const { kysely } = world.database
  const { afterId, shareLeft } = progress
  const rows = await documentsAfter(kysely, afterId, Math.min(AT_ONCE, shareLeft))
  if (rows.length === 0) return beginAnew(world, { night, afterId })
  const looked: CheckResult[] = []
  let to = afterId
  for (const row of rows) {
    if (ending.aborted || nightOf(world) !== night) break
    const begun = performance.now()
    looked.push({ subject: String(row.id), problem: await look(world, row) })
    to = row.id
    const left = shareLeft - looked.length
    await rest(world, { usedMs: performance.now() - begun, left, ending })
  }
  return kysely.transaction().execute(async (transaction) => {
    await saveFindings(transaction, 'bytes', looked)
    return moveOn(transaction, { night, from: afterId, to, read: looked.length })
  })
}

/** Continues with the first document after the last one. Ends the share if there are no documents at all. */
async function beginAnew(
  { database: { kysely } }: World,
  { night, afterId }: { night: string; afterId: number },
): Promise<boolean> {
  if (afterId === 0) {
    await endShare(kysely, night)
    return false
  }
  return kysely
    .transaction()
    .execute((transaction) => moveOn(transaction, { night, from: afterId, to: 0, read: 0 }))
}

async function look(world: World, row: StoredRow): Promise<string | null> {
  const problem = await verifyDocument(world, row)
  if (problem) world.log.error({ documentId: row.id, problem }, 'The bytes of a stored document are damaged.')
  return problem
}

type Pause = { readonly usedMs: number; readonly left: number; readonly ending: AbortSignal }

/** Pauses to spare the disk, as far as the rest of the night allows. */
async function rest({ clock, calendar }: World, { usedMs, left, ending }: Pause): Promise<void> {
  if (left <= 0) return
  const { hour } = calendar.hourOf(clock.now())
  const nightLeftMs = Math.max(0, TO_HOUR - hour - 1) * 3_600_000
  const pause = Math.min(REST * usedMs, Math.max(0, nightLeftMs / left - usedMs))
  await sleep(pause, undefined, { signal: ending, ref: false }).catch(() => {})
}

/** Returns the current night, as the day on which it ends; null outside of the night hours. */
export function nightOf({ clock, calendar }: NightWorld): string | null {
  const { day, hour } = calendar.hourOf(clock.now())
  return hour >= FROM_HOUR && hour < TO_HOUR ? day : null
}
