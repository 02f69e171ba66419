import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal } from '../../../testing/test-portal.ts'

test('R11.3 the portal’s names are text if the name of the file is', async () => {
  const portal = await testPortal({ cast: LOVING, dropFolder: true })
  try {
    for (const { bytes, name } of [
      { name: `x${'é'.repeat(120)}.pdf`, bytes: SAMPLE_FILES.png },
      { name: `x${'é'.repeat(120)}.pdf`, bytes: Buffer.from(SAMPLE_FILES.png).fill(0, 40) },
      { name: `${'€'.repeat(80)}.pdf`, bytes: SAMPLE_FILES.png },
    ]) {
      await portal.dropFolder.drop(name, bytes)
      await portal.dropFolder.look()
    }
    const names = await readdir(join(portal.dropFolder.folder, 'refused'), { encoding: 'buffer' })
    expect(names).toHaveLength(6)
    for (const name of names) expect(Buffer.from(name.toString('utf8'))).toEqual(name)
  } finally {
    await portal.close()
  }
})
