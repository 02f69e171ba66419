import { expect, test } from 'vitest'
import { factsOf } from './edit.queries.ts'

test('rendered information is read in both spellings of the specification', () => {
  const facts = { rendered: true, renderedDate: '2026-04-15', extended: false }
  expect(factsOf(facts)).toEqual(facts)
  expect(factsOf({ Rendered: true, RenderedDate: '2026-04-15T00:00:00', Extended: false })).toEqual(facts)
  expect(factsOf({ Rendered: false, RenderedDate: null })).toEqual({
    rendered: false,
    renderedDate: null,
    extended: false,
  })
})
