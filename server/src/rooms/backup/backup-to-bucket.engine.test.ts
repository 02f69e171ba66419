import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreTarget, BACKUP_COMMANDS } from '../../testing/restore-target.ts'
import { BUCKET_ENGINES, locationIn, ownBucket } from '../../testing/engines/s3-server.ts'
import { runCommand } from '../../testing/run-command.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { isSound, verifyDocuments } from '../files/verify/verify.usecases.ts'
import { below } from '../../engines/backup/location.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  await storeDocument(portal, portal.people.clerk)
})
afterAll(() => portal.close())

test.each(BUCKET_ENGINES)(
  'a portal in S3 is backed up to a bucket of %s, incrementally too, checked, and restored from it to a disk',
  async (engine) => {
    const own = await ownBucket(engine)
    const settings = { ...portal.world.settings, bucketKeys: own.credentials }
    const world = { ...portal.world, settings }
    const run = (...words: string[]) => runCommand(world, BACKUP_COMMANDS, { words })
    const [monday, tuesday] = [below(locationIn(own), 'monday'), below(locationIn(own), 'tuesday')]
    await run('backup', monday)
    await storeDocument(portal, portal.people.clerk)
    const { json } = await run('backup', tuesday, '--since', monday)
    expect(json).toMatchObject({ isWhole: false, lacking: 0 })
    await expect(run('backup', monday)).rejects.toThrow('is not empty. A backup needs a new folder.')
    expect((await run('backup', tuesday, '--check')).json).toMatchObject({ ok: true })
    expect((await run('backup', 'list', locationIn(own))).json).toMatchObject({
      backups: [{ name: 'monday' }, { name: 'tuesday' }],
    })

    const target = await restoreTarget({ keys: own.credentials })
    try {
      const { documents } = json as { documents: number }
      expect((await target.restore(tuesday)).json).toMatchObject({ documents, lacking: 0 })
      await target.open(async (restored) => expect(isSound(await verifyDocuments(restored))).toBe(true))
    } finally {
      await target.remove()
    }
  },
)
