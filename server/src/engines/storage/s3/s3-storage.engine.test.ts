import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { testStorage } from '../../../testing/storage.test-suite.ts'
import { BUCKET_ENGINES, ownBucket } from '../../../testing/engines/s3-server.ts'
import { openS3Storage } from './s3-storage.ts'

for (const engine of BUCKET_ENGINES) {
  testStorage(`S3 of ${engine}`, async () => {
    const own = await ownBucket(engine)
    const { endpoint, region, credentials, bucket, prefix } = own
    const behind = new S3Client({
      endpoint: endpoint ?? '',
      region: region ?? '',
      ...(credentials && { credentials }),
      forcePathStyle: true,
    })
    return {
      storage: await openS3Storage(own),
      lengthen: async (key) => {
        await behind.send(
          new PutObjectCommand({ Bucket: bucket, Key: `${prefix}kept/${key}`, Body: Buffer.alloc(1001) }),
        )
      },
      close: async () => behind.destroy(),
    }
  })
}
