import { join, resolve } from 'node:path'
import { bucketUrl } from '../config/setting-schemas.ts'
import type { BucketAddress } from '../config/bucket-address.ts'
import { DamagedBackup } from './place.ts'

const BUCKET = 's3://'

export function isInBucket(location: string): boolean {
  return location.startsWith(BUCKET)
}

/** Resolves the location that a person typed, relative to their current folder. */
export function locationFrom(folder: string, text: string): string {
  return isInBucket(text) ? text : resolve(folder, text)
}

/** The location of `name` below another location. */
export function below(location: string, name: string): string {
  if (!isInBucket(location)) return join(location, name)
  const [address = '', facts] = location.split('?')
  return `${address.replace(/\/+$/, '')}/${name}${facts === undefined ? '' : `?${facts}`}`
}

/** Whether a location equals another one or is below it. */
export function isWithin(location: string, other: string): boolean {
  if (isInBucket(location) !== isInBucket(other)) return false
  if (!isInBucket(location)) return join(location, '/').startsWith(join(other, '/'))
  const [inner, outer] = [addressOf(location), addressOf(other)]
  return (
    inner.bucket === outer.bucket &&
    inner.endpoint === outer.endpoint &&
    inner.prefix.startsWith(outer.prefix)
  )
}

/** Whether a relative path can lead from one location to the other: both are folders, or in the same bucket. */
export function canRefer(location: string, other: string): boolean {
  if (isInBucket(location) !== isInBucket(other)) return false
  if (!isInBucket(location)) return true
  const [here, there] = [addressOf(location), addressOf(other)]
  return here.bucket === there.bucket && here.endpoint === there.endpoint
}

/** @throws DamagedBackup with one line if it is not the address of a bucket. */
export function addressOf(location: string): Omit<BucketAddress, 'credentials'> {
  const { success, data, error } = bucketUrl.safeParse(location)
  if (success) return data
  throw new DamagedBackup(`The place of a backup ${error.issues[0]?.message}.`)
}
