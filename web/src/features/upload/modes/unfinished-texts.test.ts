import { expect, test } from 'vitest'
import { otherFileText, receivedText, storedText, unfinishedText } from './unfinished-texts.ts'

const PLANT = { fileName: 'plant.pdf', size: 2048 }

test('R7.76 the received part is shown in bytes and percent, and is complete only with its last byte', () => {
  expect(receivedText({ received: 1024, size: 2048 })).toBe('1.0 KB of 2.0 KB (50%)')
  expect(receivedText({ received: 2047, size: 2048 })).toBe('2.0 KB of 2.0 KB (99%)')
  expect(receivedText({ received: 0, size: 0 })).toBe('0 B of 0 B (0%)')
})

test('only a file with the same name and size can be the other half', () => {
  expect(otherFileText(PLANT, { name: 'plant.pdf', size: 2048 })).toBeNull()
  expect(otherFileText(PLANT, { name: 'wells.pdf', size: 2048 })).toBe(
    'Choose plant.pdf, 2.0 KB. wells.pdf is another file.',
  )
  expect(otherFileText(PLANT, { name: 'plant.pdf', size: 9 })).toBe(
    'Choose plant.pdf, 2.0 KB. This one is another file.',
  )
})

test('a stored file is shown with its id, if the response has it', () => {
  expect(storedText(PLANT, 7)).toBe('plant.pdf is stored as file 7.')
  expect(storedText(PLANT, null)).toBe('plant.pdf is stored.')
})

test('R7.84 one upload and several have texts of their own', () => {
  expect([unfinishedText(1), unfinishedText(2)]).toEqual([
    '1 upload is not finished',
    '2 uploads are not finished',
  ])
})
