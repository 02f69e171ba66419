import type { BucketAddress } from '../config/bucket-address.ts'
import { FOLDERS } from './folder-place.ts'
import { isInBucket } from './location.ts'
import type { BackupPlaces } from './place.ts'

/**
 * Folders and buckets, chosen by location; `credentials` are for buckets. The S3 client loads with the first bucket.
 */
export function placesWith(credentials: BucketAddress['credentials']): BackupPlaces {
  const of = async (location: string) => {
    if (!isInBucket(location)) return FOLDERS
    const { buckets } = await import('./bucket-place.ts')
    return buckets(credentials)
  }
  return {
    open: async (location) => (await of(location)).open(location),
    make: async (location) => (await of(location)).make(location),
    isTaken: async (location) => (await of(location)).isTaken(location),
    namesIn: async (location) => (await of(location)).namesIn(location),
    unfinishedIn: async (location) => (await of(location)).unfinishedIn(location),
    real: async (location) => (await of(location)).real(location),
    remove: async (location) => (await of(location)).remove(location),
  }
}
