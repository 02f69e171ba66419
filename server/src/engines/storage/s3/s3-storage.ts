import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BucketAddress } from '../../config/bucket-address.ts'
import { StartError } from '../../config/start-error.ts'
import { StorageAway, type Storage, type StoredObject, ANCHOR_NAME, type Anchors } from '../storage.ts'
import { S3_BOUNDS, type S3Bounds } from './s3-bounds.ts'
import { readObject, readPiece, readText, readWhole } from './s3-bytes.ts'
import { away, withStorageErrors, type S3Calls } from './s3-calls.ts'
import { callsTo } from './s3-client.ts'
import { isPassing, meansMissing, nameOf, NO_CREDENTIALS } from './s3-errors.ts'
import {
  abortUnfinished,
  copyObject,
  deleteObject,
  factsOf,
  objectsBelow,
  putOnce,
  putText,
  unfinishedBelow,
} from './s3-objects.ts'
import { s3Pieces } from './s3-pieces.ts'
import { sendHashed } from './staged-upload.ts'

const STANDING = 'anchors/'

const ASIDE = 'anchors-aside/'

const STAGING = 'staging/'

const KEPT = 'kept/'

const QUARANTINE = 'quarantine/'

const ID = 'store-id'

/**
 * Stores documents in a bucket below the prefix: `staging/<key>` while they arrive, `kept/<key>` permanently. Opens a
 * bucket that is not reachable yet, too, so that commands about the database work. Servers check it next (R1.111).
 * @throws StartError if the bucket refuses us, or if no credentials come.
 */
export async function openS3Storage(address: BucketAddress, bounds: S3Bounds = S3_BOUNDS): Promise<Storage> {
  const { bucket } = address
  const calls = callsTo(address, bounds)
  const storage = storageIn(calls)
  try {
    await probeAtStart(storage, bounds)
  } catch (error) {
    const cause = causeOf(error)
    if (hasNoCredentials(error)) {
      const message = `BLOB_URL names the bucket ${bucket}, but there are no credentials for it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.`
      throw new StartError(message, { cause: error })
    }
    if (!isPassing(cause)) {
      const message = `BLOB_URL names the bucket ${bucket}, which cannot be used: ${nameOf(cause)}.`
      throw new StartError(message, { cause: error })
    }
  }
  return storage
}

/** Waits for credentials: those of the role of a machine or container come a moment after its start. */
async function probeAtStart(storage: Storage, { patience, pause }: S3Bounds): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    try {
      return await storage.probe()
    } catch (error) {
      if (!hasNoCredentials(error) || performance.now() + pause > end) throw error
    }
    await sleep(pause)
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof StorageAway ? error.cause : error
}

/** The SDK says so only if no source has any. A source that fails, such as STS, throws its own error. */
function hasNoCredentials(error: unknown): boolean {
  return nameOf(causeOf(error)) === NO_CREDENTIALS
}

function storageIn(calls: S3Calls): Storage {
  return {
    stage: (key, bytes, { largest }) =>
      withStorageErrors(sendHashed(calls, STAGING + key, { bytes, largest })),
    readStaged: (key, offset, length) =>
      withStorageErrors(readPiece(calls, STAGING + key, { offset, length })),
    keep: (key) => withStorageErrors(keep(calls, key)),
    discard: (key) => withStorageErrors(discard(calls, key)),
    read: (key, size, range = { start: 0, end: size - 1 }) =>
      withStorageErrors(readObject(calls, { key: KEPT + key, size, range })),
    readWhole: (key, size) => withStorageErrors(readWhole(calls, KEPT + key, size)),
    fill: (_bytes, work) => work((key, content) => withStorageErrors(putKept(calls, key, content))),
    remove: (key) => withStorageErrors(deleteObject(calls, KEPT + key)),
    quarantine: (key) => withStorageErrors(move(calls, KEPT + key, QUARANTINE + key)),
    restore: (key) => withStorageErrors(move(calls, QUARANTINE + key, KEPT + key)),
    removeQuarantined: (key) => withStorageErrors(deleteObject(calls, QUARANTINE + key)),
    list: (only) => list(calls, only),
    pieces: s3Pieces(calls, { withStorageErrors, stagingKey: (key) => STAGING + key }),
    anchors: s3Anchors(calls, withStorageErrors),
    readId: () => withStorageErrors(readText(calls, ID)),
    writeId: (id) => withStorageErrors(putText(calls, ID, id)),
    now: () => withStorageErrors(timeOf(calls)),
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    probe: () => withStorageErrors(probe(calls)),
  }
}

/**
 * Copies the object to a second key, so that `discard` can never reach a kept document, even if the response to the
 * commit of its record was lost.
 */
async function keep(calls: S3Calls, key: string): Promise<void> {
  try {
    await copyObject(calls, STAGING + key, KEPT + key)
  } catch (error) {
    await deleteObject(calls, KEPT + key).catch(() => undefined)
    throw error
  }
  // The sweeper removes later what fails now.
  await deleteObject(calls, STAGING + key).catch(() => undefined)
}

async function putKept(calls: S3Calls, key: string, content: Buffer): Promise<void> {
  await sendHashed(calls, KEPT + key, { bytes: Readable.from([content]), largest: content.length })
}

async function discard(calls: S3Calls, key: string): Promise<void> {
  await deleteObject(calls, STAGING + key)
  await abortUnfinished(calls, STAGING + key)
}

/** False if the object does not exist. */
async function move(calls: S3Calls, from: string, to: string): Promise<boolean> {
  try {
    await copyObject(calls, from, to)
  } catch (error) {
    if (meansMissing(error)) return false
    throw error
  }
  await deleteObject(calls, from)
  return true
}

async function* list(calls: S3Calls, only?: 'staged' | 'quarantined'): AsyncGenerator<StoredObject> {
  if (only !== 'quarantined') {
    for await (const object of objectsBelow(calls, STAGING)) yield { ...object, place: 'staged' }
    // S3 does not report the size of an unfinished multipart upload.
    for await (const { key, changedAt } of unfinishedBelow(calls, STAGING)) {
      yield { key, size: 0, changedAt, place: 'staged' }
    }
  }
  if (only !== 'staged') {
    for await (const object of objectsBelow(calls, QUARANTINE)) yield { ...object, place: 'quarantined' }
  }
  if (only) return
  for await (const object of objectsBelow(calls, KEPT)) yield { ...object, place: 'kept' }
}

/** The time that S3 gives to an object written now. */
async function timeOf(calls: S3Calls): Promise<Date> {
  const key = `time-${randomUUID()}`
  await putText(calls, key, '.')
  try {
    return (await factsOf(calls, key)).changedAt
  } finally {
    await deleteObject(calls, key)
  }
}

async function probe(calls: S3Calls): Promise<void> {
  const key = `probe-${randomUUID()}`
  try {
    await putOnce(calls, key)
    await deleteObject(calls, key)
  } catch (error) {
    throw error instanceof StorageAway ? error : away(error)
  }
}

/** Anchors below the prefix of a store. `withStorageErrors` turns S3's errors into those of the rest of the storage. */
function s3Anchors(calls: S3Calls, withStorageErrors: <T>(work: Promise<T>) => Promise<T>): Anchors {
  return {
    list: (place = 'standing') => withStorageErrors(namesBelow(calls, place === 'aside' ? ASIDE : STANDING)),
    read: (name) => withStorageErrors(readText(calls, STANDING + name).then((text) => text?.trim() ?? null)),
    write: (name, text) => withStorageErrors(putText(calls, STANDING + name, `${text}\n`)),
    setAside: (name) => withStorageErrors(moveObject(calls, STANDING + name, ASIDE + name)),
  }
}

async function namesBelow(calls: S3Calls, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of objectsBelow(calls, folder)) if (ANCHOR_NAME.test(key)) names.push(key)
  return names.toSorted()
}

async function moveObject(calls: S3Calls, from: string, to: string): Promise<void> {
  await copyObject(calls, from, to)
  await deleteObject(calls, from)
}
