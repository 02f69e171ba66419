import { expect, test } from 'vitest'
import { attachmentsOf } from './mail-preview.tsx'

const attachment = (Number: number, FileName: string) => ({ Number, FileName, Bytes: 1, IsViewable: true })

test('R11.49 two files of one name open their own attachments, and a file without one opens none', () => {
  const files = [
    { place: 3, name: 'scan.pdf' },
    { place: 5, name: 'lost.pdf' },
    { place: 7, name: 'scan.pdf' },
  ]
  const found = attachmentsOf(files, [
    attachment(1, 'logo.png'),
    attachment(2, 'scan.pdf'),
    attachment(3, 'scan.pdf'),
  ])
  expect([...found].map(([place, { Number }]) => [place, Number])).toEqual([
    [3, 2],
    [7, 3],
  ])
})
