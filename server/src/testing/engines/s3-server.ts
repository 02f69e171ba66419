import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { inject, vi } from 'vitest'
import type { BucketAddress } from '../../engines/config/bucket-address.ts'

/** A local S3, with one empty bucket. */
export type S3Server = { readonly address: BucketAddress; stop(): Promise<void> }

/** Starting engines time out before this. */
const BUCKET_BOUND = { timeout: 150_000, interval: 50 }

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

/** Creates a bucket on a server that has just started. */
export async function newBucket(endpoint: string, credentials: Keys): Promise<BucketAddress> {
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  const bucket = `portal-${randomBytes(5).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { bucket, prefix: '', endpoint, region: 'us-east-1', credentials }
}

/** The S3 engines that the tests run on. */
export const BUCKET_ENGINES = ['ceph', 'swift'] as const
export type BucketEngine = (typeof BUCKET_ENGINES)[number]

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with the start results of the S3 engines, if the tests run on them. */
    bucketStarts: string | undefined
  }
}

/** The result of an S3 engine's start. */
type BucketStart = { readonly address: BucketAddress } | { readonly reason: string }

const startFile = (folder: string, engine: BucketEngine) => join(folder, `${engine}.json`)

/** Records the start for the tests, which may already wait for it. */
export function recordBucketStart(folder: string, engine: BucketEngine, start: BucketStart): void {
  const file = startFile(folder, engine)
  writeFileSync(`${file}.new`, JSON.stringify(start))
  renameSync(`${file}.new`, file)
}

/**
 * A part of this engine's bucket that no other test uses. Waits until the engine has started.
 * @throws if the engine failed to start, or if the tests run without engines.
 */
export async function ownBucket(engine: BucketEngine): Promise<BucketAddress> {
  const folder = inject('bucketStarts')
  if (folder === undefined) throw new Error('This test needs real engines: npm run test:engines starts them.')
  const file = startFile(folder, engine)
  await vi.waitUntil(() => existsSync(file), BUCKET_BOUND)
  const start = JSON.parse(readFileSync(file, 'utf8')) as BucketStart
  if ('reason' in start) throw new Error(start.reason)
  return { ...start.address, prefix: `${randomBytes(6).toString('hex')}/` }
}

/** The address in the form of a setting, without its keys. */
export function locationIn({ bucket, prefix, endpoint, region }: BucketAddress): string {
  const facts = new URLSearchParams({ ...(endpoint && { endpoint }), ...(region && { region }) })
  return `s3://${bucket}/${prefix.replace(/\/$/, '')}?${facts}`
}

/** @throws until a server responds there, whatever the response. */
export async function answers(endpoint: string): Promise<void> {
  await (await fetch(endpoint, { redirect: 'manual' })).body?.cancel()
}
