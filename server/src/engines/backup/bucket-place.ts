import { posix } from 'node:path'
import type { BucketAddress } from '../config/bucket-address.ts'
import { S3_BOUNDS, type S3Bounds } from '../storage/s3/s3-bounds.ts'
import { readObject, readPiece } from '../storage/s3/s3-bytes.ts'
import { withStorageErrors, type S3Calls } from '../storage/s3/s3-calls.ts'
import { callsTo } from '../storage/s3/s3-client.ts'
import { meansMissing } from '../storage/s3/s3-errors.ts'
import {
  abortUnfinished,
  deleteObject,
  factsOf,
  objectsBelow,
  unfinishedBelow,
} from '../storage/s3/s3-objects.ts'
import { sendHashed } from '../storage/s3/staged-upload.ts'
import { addressOf } from './location.ts'
import { MANIFEST, NotThere, type BackupPlace, type BackupPlaces, type NewBackupPlace } from './place.ts'

/** Backups in buckets. Nothing is renamed there: without a manifest, it is not a backup yet. */
export function buckets(
  credentials: BucketAddress['credentials'],
  bounds: S3Bounds = S3_BOUNDS,
): BackupPlaces {
  const callsOf = (location: string) => callsTo({ ...addressOf(location), credentials }, bounds)
  return {
    open: async (location) => bucketPlace(callsOf(location), location),
    make: async (location) => newBucketPlace(callsOf(location), location),
    async isTaken(location) {
      return !(await objectsBelow(callsOf(location), '').next()).done
    },
    async namesIn(location) {
      const names = await foldersIn(callsOf(location))
      return [...names].filter(([, isWhole]) => isWhole).map(([name]) => name)
    },
    async unfinishedIn(location) {
      const names = await foldersIn(callsOf(location))
      return [...names].filter(([, isWhole]) => !isWhole).map(([name]) => ({ name, of: name }))
    },
    real: async (location) => location,
    remove: (location) => withStorageErrors(removeAll(callsOf(location))),
  }
}

function bucketPlace(calls: S3Calls, location: string): BackupPlace {
  return {
    name: location,
    async write(file, bytes) {
      await withStorageErrors(sendHashed(calls, file, { bytes, largest: Number.MAX_SAFE_INTEGER }))
    },
    read: (file) => pieces(calls, location, file),
    readAt: (file, offset, length) => orNotThere(readPiece(calls, file, { offset, length }), location, file),
    async list() {
      const files = new Map<string, number>()
      for await (const { key, size } of objectsBelow(calls, '')) files.set(key, size)
      return files
    },
    beside(path) {
      const prefix = posix.join(calls.place.prefix, path, '/')
      return bucketPlace(calls.at(prefix), withPrefix(location, prefix))
    },
    async close() {},
  }
}

function newBucketPlace(calls: S3Calls, location: string): NewBackupPlace {
  return {
    ...bucketPlace(calls, location),
    pathTo: (other) => posix.relative(`/${calls.place.prefix}`, `/${addressOf(other.name).prefix}`),
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    // The manifest, which was written last, is all that makes it a backup.
    finish: async () => {},
    discard: () => withStorageErrors(removeAll(calls)),
  }
}

async function* pieces(calls: S3Calls, location: string, file: string): AsyncGenerator<Buffer> {
  const { size } = await orNotThere(factsOf(calls, file), location, file)
  if (size === 0) return
  const range = { start: 0, end: size - 1 }
  yield* (await withStorageErrors(readObject(calls, { key: file, size, range }))) as AsyncIterable<Buffer>
}

function orNotThere<T>(work: Promise<T>, location: string, file: string): Promise<T> {
  const named = work.catch((error: unknown) => {
    if (meansMissing(error)) throw new NotThere(`${file} is not in ${location}.`, { cause: error })
    throw error
  })
  return withStorageErrors(named)
}

/** Names of the places below, sorted, each with whether it has a manifest. */
async function foldersIn(calls: S3Calls): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>()
  for await (const { key } of objectsBelow(calls, '')) {
    const [name = '', ...rest] = key.split('/')
    if (rest.length > 0) found.set(name, (found.get(name) ?? false) || rest.join('/') === MANIFEST)
  }
  return found
}

async function removeAll(calls: S3Calls): Promise<void> {
  await deleteObject(calls, MANIFEST)
  for await (const { key } of objectsBelow(calls, '')) await deleteObject(calls, key)
  for await (const { key } of unfinishedBelow(calls, '')) await abortUnfinished(calls, key)
}

function withPrefix(location: string, prefix: string): string {
  const url = new URL(location)
  url.pathname = `/${prefix.replace(/\/$/, '')}`
  return url.href
}
