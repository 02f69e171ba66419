import { expect, test } from 'vitest'
import { isProblem, parseQuery } from './query.ts'

/** Each term as one line: its minus, its field, and its sequences. */
function written(text: string): string[] {
  const parsed = parseQuery(text)
  if (isProblem(parsed)) return [parsed.problem]
  const { terms, ...facts } = parsed
  const lines = terms.map(({ sequences, field, isExcluded }) => {
    const any = sequences.map((steps) =>
      steps.map(({ at, lexeme, isPrefix }) => `${at}:${lexeme}${isPrefix ? '*' : ''}`).join(' '),
    )
    return `${isExcluded ? '-' : ''}${field === null ? '' : `${field}=`}${any.join(' | ')}`
  })
  return [...lines, ...Object.entries(facts).map(([name, value]) => `${name}=${value}`)]
}

test.each([
  ['garcia', ['0:garcia | 0:garcias | 0:garciaes']],
  ['123', ['0:123 | 0:#123']],
  ['000123', ['0:000123']],
  ['R-000123', ['0:r-000123 | 0:r000123']],
  ['12-3', ['0:12-3']],
  ['12,345.67', ['0:12345.67']],
  ["O'Brien", ['0:obrien | 0:o 1:brien']],
  ['hern*', ['0:hern*']],
  ['he*', ['0:he']],
  ['"notice of value"', ['0:notice 1:of 2:value']],
  ['"R-000123 filed"', ['0:r-000123 2:filed']],
  ['"not closed', ['0:not 1:closed']],
  ['oil -gas', ['0:oil', '-0:gas']],
  ['owner:"smith oil" agent:00A', ['owner=0:smith 1:oil', 'agent=0:00a']],
  ['year:2024 after:2024-04-01 before:2024-05-01', ['year=2024', 'after=2024-04-01', 'before=2024-05-01']],
  ['what:ever', ['0:what | 0:whats | 0:whates', '0:ever | 0:evers | 0:everes']],
  ['- * oil', ['0:oil']],
  ['year:24', ['Write a year with four digits, such as year:2024.']],
  ['before:2024-02-30', ['Write a date as YYYY-MM-DD, such as before:2024-04-01.']],
  ['-oil', ['Type at least one word without a minus.']],
  ['a1 '.repeat(20), Array.from({ length: 20 }, () => '0:a1')],
  ['a1 '.repeat(21), ['Search for at most 20 words.']],
  ['?', ['Type a word or a number to search for.']],
])('R15.2 the search %s is %j', (text, lines) => {
  expect(written(text)).toEqual(lines)
})
