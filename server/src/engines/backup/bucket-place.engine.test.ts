import { testBackupPlaces } from '../../testing/backup-place.test-suite.ts'
import { enginesBuckets, locationIn, ownPart } from '../../testing/engines/s3-server.ts'
import { buckets } from './bucket-place.ts'

for (const [name, address] of Object.entries(enginesBuckets())) {
  testBackupPlaces(`a bucket of ${name}`, async () => {
    const own = ownPart(address)
    return { places: buckets(own.credentials), location: locationIn(own) }
  })
}
