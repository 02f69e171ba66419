import { expect, test } from 'vitest'
import { searchVector } from './search-literal.ts'

test('R15.3 names weigh more than the text, and no phrase spans two of them', () => {
  const { literal } = searchVector([
    { text: 'Smith lease', weight: 'A', mark: 'f' },
    { text: 'Form 50-144', weight: 'D' },
  ])
  expect(literal).toBe(
    `'f:smith':1A 'smith':1A 'f:lease':2A 'lease':2A 'form':12D '50-144':13A '50144':13D '50':13D '144':14D`,
  )
})

test('R15.3 a text of any length fits into one row', () => {
  const words = Array.from({ length: 300_000 }, (_, at) => `word${at}`).join(' ')
  const { literal, words: found } = searchVector([{ text: words, weight: 'D' }])
  expect(found.size).toBeLessThanOrEqual(100_000)
  expect(found.size).toBeGreaterThan(30_000)
  expect(literal).toContain(`'word15999':16000D `)
  expect(literal).not.toContain(`'word16000':`)
})

test('R15.3 a word that stands everywhere has as many places as PostgreSQL keeps', () => {
  const { literal } = searchVector([{ text: 'oil '.repeat(1000), weight: 'D' }])
  expect(literal.split(',')).toHaveLength(255)
})
