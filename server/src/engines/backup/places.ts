import type { BucketAddress } from '../config/bucket-address.ts'
import { buckets } from './bucket-place.ts'
import { FOLDERS } from './folder-place.ts'
import { isInBucket } from './location.ts'
import type { BackupPlaces } from './place.ts'

/** Folders and buckets, by the location; the keys are those of a bucket. */
export function placesWith(credentials: BucketAddress['credentials']): BackupPlaces {
  const inBuckets = buckets(credentials)
  const of = (location: string) => (isInBucket(location) ? inBuckets : FOLDERS)
  return {
    open: (location) => of(location).open(location),
    make: (location) => of(location).make(location),
    isTaken: (location) => of(location).isTaken(location),
    namesIn: (location) => of(location).namesIn(location),
    unfinishedIn: (location) => of(location).unfinishedIn(location),
    real: (location) => of(location).real(location),
    remove: (location) => of(location).remove(location),
  }
}
