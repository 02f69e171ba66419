import { ANCHOR_NAME, type Anchors } from '../storage.ts'
import { readText } from './s3-bytes.ts'
import type { S3Calls } from './s3-calls.ts'
import { copyObject, deleteObject, objectsBelow, putText } from './s3-objects.ts'

const STANDING = 'anchors/'
const ASIDE = 'anchors-aside/'

/** Anchors below the prefix of a store. `withStorageErrors` tells of what S3 refuses as the rest of the storage does. */
export function s3Anchors(calls: S3Calls, withStorageErrors: <T>(work: Promise<T>) => Promise<T>): Anchors {
  return {
    list: (place = 'standing') => withStorageErrors(namesBelow(calls, place === 'aside' ? ASIDE : STANDING)),
    read: (name) => withStorageErrors(readText(calls, STANDING + name).then((text) => text?.trim() ?? null)),
    write: (name, text) => withStorageErrors(putText(calls, STANDING + name, `${text}\n`)),
    setAside: (name) => withStorageErrors(move(calls, STANDING + name, ASIDE + name)),
  }
}

async function namesBelow(calls: S3Calls, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of objectsBelow(calls, folder)) if (ANCHOR_NAME.test(key)) names.push(key)
  return names.toSorted()
}

async function move(calls: S3Calls, from: string, to: string): Promise<void> {
  await copyObject(calls, from, to)
  await deleteObject(calls, from)
}
