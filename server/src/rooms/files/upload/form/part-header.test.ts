import { expect, test } from 'vitest'
import { readPartHeader } from './part-header.ts'

const field = (parameters: string) =>
  `Content-Disposition: form-data; ${parameters}\r\nContent-Type: text/plain`

test.each([
  ['name="description"', { name: 'description', fileName: null }],
  ['name=description', { name: 'description', fileName: null }],
  ['name="file"; filename="a b.pdf"', { name: 'file', fileName: 'a b.pdf' }],
  ['name="file"; filename=""', { name: 'file', fileName: '' }],
  ['filename="a.pdf"; name="file"', { name: 'file', fileName: 'a.pdf' }],
  ['name="file"; filename="北京 التقرير.pdf"', { name: 'file', fileName: '北京 التقرير.pdf' }],
  ['name="file"; filename="the %22big%22 one.pdf"', { name: 'file', fileName: 'the "big" one.pdf' }],
  ['name="file"; filename="the \\"big\\" one.pdf"', { name: 'file', fileName: 'the "big" one.pdf' }],
  ['name="file"; filename="100% sure; a=b.pdf"', { name: 'file', fileName: '100% sure; a=b.pdf' }],
  [
    'name="file"; filename="x.pdf"; filename*=UTF-8\'\'na%C3%AFve.pdf',
    { name: 'file', fileName: 'naïve.pdf' },
  ],
  ['name="file"; filename="x.pdf"; filename*=UTF-8\'\'%FF', { name: 'file', fileName: 'x.pdf' }],
  ['name="file" ; filename="a.pdf" ', { name: 'file', fileName: 'a.pdf' }],
  ['name="a; filename=b"', { name: 'a; filename=b', fileName: null }],
  ['name="file";\r\n filename="folded.pdf"', { name: 'file', fileName: 'folded.pdf' }],
  ['name="file"; filename="C:\\dir\\x.pdf"', { name: 'file', fileName: 'C:\\dir\\x.pdf' }],
])('%s', (parameters, expected) => {
  expect(readPartHeader(field(parameters))).toEqual(expected)
})

test.each([
  '',
  'Content-Type: text/plain',
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; name="a"',
  field('name="file"; filename="a.pdf"; filename="b.exe"'),
  field('name="file"; filename="a.pdf"; FileName=b.exe'),
  field(`name="file"; filename*=UTF-8''a.pdf; filename*=UTF-8''b.exe`),
  field('name="file"; name="description"'),
  field('name="file"; filename="a.pdf" ; filename = "b.html"'),
  field('name="file"; filename="a.pdf" ; filename="b.html"'),
  field('name="file"; filename="a.pdf"b.html'),
  field('name="file"; filename=a.pdf b.html'),
  field('name="file"; filename="a.pdf'),
  field('name="file"; filename="a.pdf"\nContent-Disposition: form-data; name="file"; filename="b.html"'),
  `${field('name="file"; filename="a.pdf"')}\n${field('name="file"; filename="b.html"')}`,
  `${field('name="file"; filename="a.pdf"')}\r${field('name="file"; filename="b.html"')}`,
  `${field('name="file"; filename="a.pdf"')}\r\n${field('name="file"; filename="b.exe"')}`,
  `${field('name="file"; filename="a.pdf"')}\r\ncontent-disposition : attachment; filename="b.exe"`,
])('R5.48 E09 %j names no field', (block) => {
  expect(readPartHeader(block)).toBeNull()
})

/** Microseconds. Some systems count processor time in large steps. */
const CLOCK_STEP = 1000

/** The minimum processor time of this thread to read a header, in microseconds. */
function workOf(header: string): number {
  const times = Array.from({ length: 7 }, () => {
    const before = process.threadCpuUsage()
    readPartHeader(header)
    return process.threadCpuUsage(before).user
  })
  return Math.min(...times)
}

test.each([
  ['backslashes', (length: number) => `name="${'\\'.repeat(length)}`],
  ['semicolons', (length: number) => '; '.repeat(length / 2)],
  ['letters', (length: number) => `name=${'a'.repeat(length)}`],
])('V1.3.12 a header of %s that is eight times as long costs only proportionally more', (_what, made) => {
  const [short, long] = [workOf(field(made(100_000))), workOf(field(made(800_000)))]
  // Quadratic work would take 64 times as long.
  expect(long).toBeLessThan(24 * Math.max(short, CLOCK_STEP))
})
