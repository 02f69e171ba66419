import { expect, test } from 'vitest'
import { archiveNames } from './archive-names.ts'

const namesOf = (...fileNames: string[]) => fileNames.map(archiveNames())

test('R21.5 names are unique, also where capitals do not count', () => {
  expect(namesOf('a.pdf', 'A.pdf', 'a (2).pdf', 'a.pdf', 'b', 'b', 'manifest.csv', 'Left-Out.csv')).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (2) (2).pdf',
    'a (3).pdf',
    'b',
    'b (2)',
    'manifest (2).csv',
    'Left-Out (2).csv',
  ])
})

test('R21.5 no name leaves the folder of the archive, and Windows can store each', () => {
  expect(namesOf('../../etc/passwd', '..\\a.pdf', 'q: "1" <2>?.pdf', 'con.pdf', '.hidden', 'end. ')).toEqual([
    '_.._.._etc_passwd',
    '_.._a.pdf',
    'q_ _1_ _2__.pdf',
    '_con.pdf',
    '_.hidden',
    'end',
  ])
})

test('R21.5 a numbered name has at most 255 bytes', () => {
  const long = `${'申'.repeat(83)}.pdf`
  const [first = '', second = ''] = namesOf(long, long)
  expect(first).toBe(long)
  expect(Buffer.byteLength(second)).toBeLessThanOrEqual(255)
  expect(second).toMatch(/^申+ \(2\)\.pdf$/u)
})

test('R21.5 twenty thousand files of one name have a name each', () => {
  const names = namesOf(...Array.from({ length: 20_000 }, () => 'scan.pdf'))
  expect(new Set(names).size).toBe(20_000)
  expect(names.at(-1)).toBe('scan (20000).pdf')
})
