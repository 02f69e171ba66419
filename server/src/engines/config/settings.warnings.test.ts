import { expect, test } from 'vitest'
import { withFacts } from '../warnings/warning-source.ts'
import { readSettings } from './settings.ts'
import { settingWarnings } from './settings.warnings.ts'

/** The name of a setting, such as SMTP_URL. */
const SETTING = /\b[A-Z]+_[A-Z_]+\b/u

test('R5.132 the first line of a warning has no setting in it, and its advice names the setting', () => {
  const settings = {
    ...readSettings({ DATABASE_URL: 'postgres://portal@db.example/portal' }),
    newestAppraisalYear: 2020,
  }
  const now = new Date('2026-03-01T12:00:00Z')
  const world = { settings, scanner: null, clock: { now: () => now }, calendar: { yearOf: () => 2026 } }
  const warnings = withFacts(settingWarnings, settingWarnings.collect(world as never))
  expect(warnings.map(({ code }) => code)).toEqual(Object.keys(settingWarnings.warnings))
  for (const { text, advice } of warnings) {
    expect(text).not.toMatch(SETTING)
    expect(advice).toMatch(SETTING)
  }
})
