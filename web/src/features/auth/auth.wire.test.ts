import { expect, test } from 'vitest'
import { readMessage } from './auth.wire.ts'

test("the server's message is shown, otherwise the specification's", () => {
  expect(readMessage({ message: 'Welcome.' }, 'Done.')).toBe('Welcome.')
  expect(readMessage({ message: ' ' }, 'Done.')).toBe('Done.')
  expect(readMessage({}, 'Done.')).toBe('Done.')
  expect(readMessage(null as never, 'Done.')).toBe('Done.')
})
