import { expect, test } from 'vitest'
import { compoundFile } from './compound-file.ts'

test('an OLE file holds content of any size', () => {
  const content = Buffer.alloc(9_000_000, 'county')
  const file = compoundFile({ streams: { WordDocument: content }, storages: { ObjectPool: {} } })
  expect(file.subarray(512, 512 + content.length).equals(content)).toBe(true)
  expect(file.length % 512).toBe(0)
})
