import { describe, expect, test } from 'vitest'
import { calendarYear, formatDay } from './calendar.ts'

describe('the calendar of the firm', () => {
  test("changes the year at the firm's midnight, not at the browser's", () => {
    const moment = new Date('2027-01-01T05:59:59Z')
    expect(calendarYear(moment, 'America/Chicago')).toBe(2026)
    expect(calendarYear(moment, 'UTC')).toBe(2027)
    expect(calendarYear(new Date('2027-01-01T06:00:00Z'), 'America/Chicago')).toBe(2027)
  })

  test('writes a day without leading zeros, and without a time zone shift', () => {
    expect(formatDay('2026-04-05')).toBe('4/5/2026')
  })
})
