import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('all benches at 10 k, 100 k and 1 M in seven rounds by default', () => {
  expect(readOptions([])).toMatchObject({
    only: [],
    sizes: ['10k', '100k', '1m'],
    rounds: 7,
    databaseUrl: undefined,
    json: undefined,
    compare: undefined,
  })
  expect(readOptions(['--json', 'now.json', '--compare', 'last.json'])).toMatchObject({
    json: 'now.json',
    compare: 'last.json',
  })
  expect(readOptions(['--only', 'list,upload', '--size', '10k,10m', '--rounds', '9'])).toMatchObject({
    only: ['list', 'upload'],
    sizes: ['10k', '10m'],
    rounds: 9,
  })
})

test.each([
  [['--size', '2k'], '--size 2k is unknown: 10k, 100k, 1m, 10m.'],
  [['--rounds', '6'], '--rounds is a whole number from 7.'],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})
