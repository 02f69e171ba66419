import { join } from 'node:path'
import { inject } from 'vitest'
import { openDiskStorage } from '../engines/storage/disk/disk-storage.ts'
import { openS3Storage } from '../engines/storage/s3/s3-storage.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { ownPart } from './engines/s3-server.ts'

/** An empty store for one portal: below its folder, or in S3 where the tests run on real engines. */
export function openTestStorage(folder: string): Promise<Storage> {
  const buckets = inject('buckets')
  return buckets ? openS3Storage(ownPart(buckets.ceph)) : openDiskStorage(join(folder, 'documents'))
}
