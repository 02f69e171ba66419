import { expect, test } from 'vitest'
import { RequestSize } from './request-size.ts'

const MB = 1024 * 1024
const SMALL = 4 * MB

test('a line that never broke sends larger and larger requests', () => {
  const requests = new RequestSize()
  expect(requests.of(SMALL)).toBe(MB / 2)
  requests.note(64 * MB)
  expect(requests.of(SMALL)).toBe(2 * MB)
  requests.note(100_000 * MB)
  expect(requests.of(SMALL)).toBe(32 * MB)
})

test('after a break they are small, so that the next one costs a thirty-second of the bytes in between, and little more', () => {
  const requests = new RequestSize()
  requests.note(64 * MB)
  requests.failed()
  expect(requests.of(SMALL)).toBe(64 * 1024)
  let [carried, largest] = [0, 0]
  while (carried < 16 * MB) {
    largest = requests.of(SMALL)
    requests.note(largest)
    carried += largest
  }
  expect(largest).toBeLessThanOrEqual(carried / 32)
  requests.failed()
  expect(requests.of(SMALL)).toBe(64 * 1024)
})

test('if the server gives each its own connection, none is repeated, and they need not be small', () => {
  const requests = new RequestSize()
  requests.failed()
  requests.connectionEnded()
  expect(requests.of(SMALL)).toBe(MB / 2)
})

test('the largest file needs no more requests than a server stores pieces, however often the line breaks', () => {
  const requests = new RequestSize()
  requests.failed()
  const largest = 2047 * MB
  expect(Math.ceil(largest / requests.of(largest))).toBeLessThanOrEqual(500)
})
