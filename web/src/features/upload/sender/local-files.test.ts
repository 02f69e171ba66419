import { expect, test } from 'vitest'
import { FileGone, LocalFiles } from './local-files.ts'
import { entryOf } from './queue-entry.test-data.ts'

const entry = entryOf({ size: 4, lastModified: 7 })

test.each([
  ['was changed to another size', new File(['%PDF-'], entry.name, { lastModified: 7 })],
  ['was changed at another moment', new File(['%PDF'], entry.name, { lastModified: 8 })],
])('a file that %s since it was chosen is not sent as the chosen one', async (_what, file) => {
  const files = new LocalFiles()
  files.put(entry.key, { file, handle: null })
  await expect(files.read(entry)).rejects.toThrow(FileGone)
})

test('the chosen file is read', async () => {
  const files = new LocalFiles()
  const file = new File(['%PDF'], entry.name, { lastModified: 7 })
  files.put(entry.key, { file, handle: null })
  expect(await files.read(entry)).toBe(file)
})
