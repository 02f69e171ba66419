import { expect, test } from 'vitest'
import { NO_FILTERS } from './list-address.ts'
import { fromParameters, toParameters } from './list-parameters.ts'

test('R7.124 the filters of the list have the names of its call, and a saved view reads them back', () => {
  const filters = {
    ...NO_FILTERS,
    category: 1,
    type: 4,
    q: 'gas plant',
    order: 'best' as const,
    ownerNumber: 102_219,
    agent: '018',
    minSize: 100,
    maxSize: 2000,
  }
  const parameters = toParameters(filters)
  expect(parameters).toEqual({
    categoryId: '1',
    typeId: '4',
    q: 'gas plant',
    order: 'best',
    ownerNbr: '102219',
    agentCode: '018',
    minSize: '102400',
    maxSize: '2048000',
  })
  expect(fromParameters(new URLSearchParams(parameters).toString())).toEqual(filters)
  expect(fromParameters('unknown=1&statusId=x')).toEqual(NO_FILTERS)
})
