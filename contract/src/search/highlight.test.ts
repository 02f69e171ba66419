import { expect, test } from 'vitest'
import { contextLine, placesIn } from './highlight.ts'
import { isProblem, parseQuery } from './query.ts'

function marked(text: string, q: string): string {
  const query = parseQuery(q)
  if (isProblem(query)) throw new Error(query.problem)
  return placesIn(text, query)
    .toReversed()
    .reduce(
      (line, { start, end }) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
      text,
    )
}

test.each([
  ['El Señor Hernández', 'hernandez', 'El Señor [Hernández]'],
  ['Renditions and a rendition', 'rendition', '[Renditions] and a [rendition]'],
  ['R-000123, 12,345.67', 'r000123 12345.67', '[R-000123], [12,345.67]'],
  ['oil and gas lease, gas and oil', '"gas and oil"', 'oil and gas lease, [gas] [and] [oil]'],
  ['Hernandez, Hern', 'hern*', '[Hernandez], [Hern]'],
  ["O'Brien, O Brien, Brien", "O'Brien", "[O'Brien], [O] [Brien], Brien"],
  ['oil', 'gas -oil', 'oil'],
  ['gas, oil and gas', '"oil and gas" gas', '[gas], [oil] [and] [gas]'],
])('R15.4 in %j the search %s finds %s', (text, q, line) => {
  expect(marked(text, q)).toBe(line)
})

test('R15.4 the line of a hit begins with a whole word, and has no breaks', () => {
  const query = parseQuery('needle')
  if (isProblem(query)) throw new Error(query.problem)
  const line = contextLine(`${'hay '.repeat(100)}\n\n needle\t${'hay '.repeat(100)}`, query)
  expect(line?.text).toMatch(/^hay (?:hay )+needle (?:hay )+hay?/)
  expect(line?.places.map(({ start, end }) => line.text.slice(start, end))).toEqual(['needle'])
  expect(contextLine('hay', query)).toBeNull()
})
