import { join } from 'node:path'
import { inject } from 'vitest'
import { openDiskStorage } from '../engines/storage/disk/disk-storage.ts'
import { openS3Storage } from '../engines/storage/s3/s3-storage.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { ownBucket } from './engines/s3-server.ts'

/** An empty store for one portal: below its folder, or in S3 if the tests run on real engines. */
export async function openTestStorage(folder: string): Promise<Storage> {
  if (inject('bucketStarts') === undefined) return openDiskStorage(join(folder, 'documents'))
  return openS3Storage(await ownBucket('ceph'))
}
