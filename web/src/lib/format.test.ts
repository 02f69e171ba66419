import { expect, test } from 'vitest'
import { formatBytes, formatDateTime, formatDay, formatMoment } from './format.ts'

const CHICAGO = 'America/Chicago'

test.each([
  ['2026-03-05T14:07:09.000Z', '3/5/26 08:07'],
  ['2026-07-04T05:30:00.000Z', '7/4/26 00:30'],
  ['2026-12-31T23:59:00-06:00', '12/31/26 23:59'],
  ['2026-03-08T08:00:00.000Z', '3/8/26 03:00'],
  ['2026-03-08 02:30:00', '3/8/26 02:30'],
  ['2026-12-31T23:59', '12/31/26 23:59'],
])("S2.46 C17 %s reads %s in the firm's zone", (iso, text) => {
  expect(formatMoment(iso, CHICAGO)).toBe(text)
})

test('the zone is the given one', () => {
  expect(formatMoment('2026-03-05T14:07:09.000Z', 'Asia/Kolkata')).toBe('3/5/26 19:37')
})

test.each([
  ['2026-03-05T14:07:09.000Z', '3/5/26 8:07 AM'],
  ['2026-07-04T05:30:00.000Z', '7/4/26 12:30 AM'],
  ['2026-07-04T17:00:00.000Z', '7/4/26 12:00 PM'],
  ['2026-12-31T23:59:00-06:00', '12/31/26 11:59 PM'],
  ['2026-12-31 16:53', '12/31/26 4:53 PM'],
])('R7.87 outside the lists of documents %s reads %s', (iso, text) => {
  expect(formatDateTime(iso, CHICAGO)).toBe(text)
})

test('R7.87 a day is written without its time', () => {
  expect(formatDay('2026-07-04T05:30:00.000Z', CHICAGO)).toBe('7/4/26')
})

test.each([null, undefined, '', 'yesterday'])('S2.46 a missing date (%s) reads N/A', (iso) => {
  expect(formatMoment(iso, CHICAGO)).toBe('N/A')
  expect(formatDateTime(iso, CHICAGO)).toBe('N/A')
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [52_428_800, '50 MB'],
  [1_288_490_189, '1.2 GB'],
])('%i bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
