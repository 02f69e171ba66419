import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { BucketAddress } from '../../engines/config/bucket-address.ts'

/** An S3 of our own, with one empty bucket. */
export type S3Server = { readonly address: BucketAddress; stop(): Promise<void> }

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

/** Makes a bucket on a server that has just started. */
export async function newBucket(endpoint: string, credentials: Keys): Promise<BucketAddress> {
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  const bucket = `portal-${randomBytes(5).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { bucket, prefix: '', endpoint, region: 'us-east-1', credentials }
}

type Buckets = { readonly ceph: BucketAddress; readonly swift: BucketAddress }

declare module 'vitest' {
  export interface ProvidedContext {
    /** A bucket of each engine, where they run. */
    buckets: Buckets | undefined
  }
}

/** A bucket of each engine. @throws where the tests run without them. */
export function enginesBuckets(): Buckets {
  const buckets = inject('buckets')
  if (!buckets) throw new Error('This test needs real engines: npm run test:engines starts them.')
  return buckets
}

/** The same bucket, where nobody else of this run looks. */
export function ownPart(address: BucketAddress): BucketAddress {
  return { ...address, prefix: `${randomBytes(6).toString('hex')}/` }
}

/** The address as a setting has it, without its keys. */
export function locationIn({ bucket, prefix, endpoint, region }: BucketAddress): string {
  const facts = new URLSearchParams({ ...(endpoint && { endpoint }), ...(region && { region }) })
  return `s3://${bucket}/${prefix.replace(/\/$/, '')}?${facts}`
}

/** @throws until somebody answers there, whatever the answer. */
export async function answers(endpoint: string): Promise<void> {
  await (await fetch(endpoint, { redirect: 'manual' })).body?.cancel()
}
