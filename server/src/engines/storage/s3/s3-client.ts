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
    // With most servers, bucket names are not host names.
    forcePathStyle: true,
    // Servers other than Amazon's own return 411 or 501 for the checksums that the SDK would send after a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `S3Calls` decides what to retry, and for how long.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: bounds.connect,
      httpAgent: { maxSockets: Infinity, keepAlive: true },
      httpsAgent: { maxSockets: Infinity, keepAlive: true },
    },
  })
}
