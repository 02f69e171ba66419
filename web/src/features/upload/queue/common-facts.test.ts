import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'
import { commonFacts, filledFacts } from './common-facts.ts'

test('files share the facts in which they are equal', () => {
  const one = entryOf({ facts: { categoryId: 1, typeId: 2, description: 'Gas plant' } })
  const other = entryOf({ facts: { categoryId: 1, typeId: 3, description: 'Gas plant' } })
  expect(commonFacts([one, other], EMPTY_FIELDS)).toMatchObject({
    categoryId: 1,
    typeId: null,
    description: 'Gas plant',
    owner: null,
  })
})

test('R3.31 only filled facts are copied to other files', () => {
  const filled = { ...EMPTY_FIELDS, categoryId: 1, description: 'Gas plant' }
  expect(filledFacts(filled)).toEqual({ categoryId: 1, description: 'Gas plant' })
})
