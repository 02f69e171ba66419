import { expect, test } from 'vitest'
import { readVerifyLink, verifyPath } from './verify-link.ts'

const receipt = { number: 'R-2026-4839-2071', code: '7K3M-Q0ZT-AAAA-BBBB-1234' }

test('R12.11 the link contains number and code, and both are read from it as printed on the receipt', () => {
  const path = verifyPath(receipt)
  expect(path).toBe('/receipts?v=202648392071.7K3MQ0ZTAAAABBBB1234')
  expect(readVerifyLink(new URL(path, 'https://portal.example').searchParams.get('v'))).toEqual(receipt)
  expect(readVerifyLink('202648392071.7k3mq0ztaaaabbbb1234')).toEqual(receipt)
})

test.each([null, '', '202648392071', '202648392071.7K3M', '<b>.7K3MQ0ZTAAAABBBB1234'])(
  'R12.11 %j verifies nothing',
  (text) => {
    expect(readVerifyLink(text)).toBeNull()
  },
)
