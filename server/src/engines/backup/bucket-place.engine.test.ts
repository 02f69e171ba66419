import { testBackupPlaces } from '../../testing/backup-place.test-suite.ts'
import { BUCKET_ENGINES, locationIn, ownBucket } from '../../testing/engines/s3-server.ts'
import { buckets } from './bucket-place.ts'

for (const engine of BUCKET_ENGINES) {
  testBackupPlaces(`a bucket of ${engine}`, async () => {
    const own = await ownBucket(engine)
    return { places: buckets(own.credentials), location: locationIn(own) }
  })
}
