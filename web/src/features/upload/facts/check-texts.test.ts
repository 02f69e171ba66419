import { expect, test } from 'vitest'
import { refusalText, withCheck } from './check-texts.ts'

test.each([
  [undefined, 'Stored as file 7'],
  ['pending', 'Stored as file 7, being checked for viruses'],
  ['stuck', 'Stored as file 7, could not be checked for viruses yet'],
  ['infected', 'Stored as file 7, a virus was found in it'],
] as const)('for a stored file whose check is %s', (check, said) => {
  expect(withCheck('Stored as file 7', check)).toBe(said)
})

test('a refused file has more text only for a virus', () => {
  expect(refusalText('a.pdf is empty.', 'upload.file_empty')).toBe('a.pdf is empty.')
  expect(refusalText('A virus was found in a.pdf: X.', 'upload.infected')).toBe(
    'A virus was found in a.pdf: X. It was not stored and lies in quarantine.',
  )
  expect(refusalText('A virus was found in a.pdf: X.', 'upload.infected_not_kept')).toBe(
    'A virus was found in a.pdf: X. It was not stored.',
  )
})
