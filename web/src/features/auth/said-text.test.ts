import { expect, test } from 'vitest'
import { saidBy } from './said-text.ts'

test("the server's message is shown, otherwise the specification's", () => {
  expect(saidBy({ message: 'Welcome.' }, 'Done.')).toBe('Welcome.')
  expect(saidBy({ message: ' ' }, 'Done.')).toBe('Done.')
  expect(saidBy({}, 'Done.')).toBe('Done.')
})
