import { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from '../../config/bucket-address.ts'
import type { S3Bounds } from './s3-bounds.ts'
import { S3Calls } from './s3-calls.ts'

/** Requests to a bucket, within bounds. */
export function callsTo(address: BucketAddress, bounds: S3Bounds): S3Calls {
  const { bucket, prefix } = address
  return new S3Calls(clientFor(address, bounds), { bucket, prefix }, bounds)
}

function clientFor({ endpoint, region, credentials }: BucketAddress, bounds: S3Bounds): S3Client {
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(credentials !== null && { credentials }),
    // Names of buckets are no names of hosts with most servers.
    forcePathStyle: true,
    // Others than Amazon's own answer 411 or 501 to the checksums that the SDK would send behind a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What is tried again, and for how long, is decided here.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: bounds.connect,
      httpAgent: { maxSockets: Infinity, keepAlive: true },
      httpsAgent: { maxSockets: Infinity, keepAlive: true },
    },
  })
}
