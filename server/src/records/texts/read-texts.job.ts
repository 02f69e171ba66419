import { z } from 'zod'
import type { Engines } from '../../engines/engines.ts'
import { job, type JobKind } from '../../engines/jobs/jobs.ts'
import { DamagedBytes, MissingBytes } from '../../engines/storage/storage.ts'
import { queueEvent, wakeSubscribers, type DocumentEventQueue } from '../documents/document-events.ts'
import { createChildThrottle } from '../../engines/workers/child-throttle.ts'
import { watchEventLoopLag } from '../../engines/timing/event-loop-lag.ts'
import { areManyUploaded } from './many-uploads.repository.ts'
import { readFoundText, type ReadOutcome } from './read-found-text.ts'
import type { Reading } from './read-scans.ts'
import { removeLeftFiles, withFile } from './reading-folder.ts'
import {
  claimText,
  releaseText,
  renewTextClaim,
  storeText,
  storeUnreadable,
  type ClaimedText,
} from './texts.repository.ts'

export type TextWorld = Engines & DocumentEventQueue

/** Reads the texts of documents, the newest first, until none is due or the process stops. */
export const READ_TEXTS: JobKind<object> = {
  kind: 'read-texts',
  payload: z.object({}),
  // A lane of its own, because a scan of many pages takes minutes.
  lane: 'texts',
  attempts: Infinity,
  keyOf: () => 'the one',
}

export const readTexts = job(READ_TEXTS, readWhatIsDue)

async function readWhatIsDue(world: TextWorld, _payload: object, ending: AbortSignal): Promise<void> {
  const { database, scanner } = world
  using lag = watchEventLoopLag()
  const throttle = createChildThrottle({ isUrgent: () => areManyUploaded(database.kysely) })
  const reader = { ending, waitForCalm: () => lag.waitForCalm(ending), throttle }
  await removeLeftFiles(world)
  while (!ending.aborted) {
    const claimed = await claimText(database.kysely, scanner !== null)
    if (claimed === null) return
    await readClaimed(world, claimed, reader)
  }
}

/** Milliseconds. Four renewals fit into a claim. */
const RENEW_EVERY_MS = 60_000
/** Seconds until the next attempt after the store or the database failed. */
const TROUBLE_PAUSE = 60

/** What reading a document needs, apart from its file. */
type Reader = Omit<Reading, 'path'>

async function readClaimed(world: TextWorld, claimed: ClaimedText, reader: Reader): Promise<void> {
  const { kysely } = world.database
  const { documentId } = claimed
  const renewing = setInterval(() => {
    // The next renewal comes before the claim ends.
    renewTextClaim(kysely, documentId).catch(() => {})
  }, RENEW_EVERY_MS)
  renewing.unref()
  try {
    await settle(world, documentId, await readBytes(world, claimed, reader))
  } catch (error) {
    // What stops with its process does not count, and is due at once.
    await releaseText(kysely, documentId, reader.ending.aborted ? 0 : TROUBLE_PAUSE).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function readBytes(world: TextWorld, claimed: ClaimedText, reader: Reader): Promise<ReadOutcome> {
  try {
    return await withFile(world, claimed, (path) => readFoundText(claimed, { path, ...reader }))
  } catch (error) {
    const isGone = error instanceof MissingBytes || error instanceof DamagedBytes
    if (!isGone) throw error
    world.log.error({ err: error, document: claimed.documentId }, 'A document has no whole bytes to read.')
    return { kind: 'unreadable', reason: 'damaged', attempts: 0 }
  }
}

/** The subscribers learn of it, so that the index follows. */
async function settle(world: TextWorld, documentId: number, outcome: ReadOutcome): Promise<void> {
  const isStored = await world.database.kysely.transaction().execute(async (transaction) => {
    const stored =
      outcome.kind === 'text'
        ? await storeText(transaction, documentId, outcome)
        : await storeUnreadable(transaction, documentId, outcome)
    if (stored)
      await queueEvent(world, transaction, { name: 'document.text-read', documentIds: [documentId] })
    return stored
  })
  if (isStored) wakeSubscribers(world)
}
