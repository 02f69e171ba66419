import type { Engines } from './engines/engines.ts'

/** What a person who runs the portal should know though everything works. */
export function warningsOf({
  settings,
  clock,
  calendar,
}: Pick<Engines, 'settings' | 'clock' | 'calendar'>): string[] {
  const year = calendar.yearOf(clock.now())
  const warnings = ['No virus scanner is set up: uploads are not scanned.']
  if (!settings.staffEmailDomain) warnings.push('STAFF_EMAIL_DOMAIN is not set: staff cannot register.')
  if (year > settings.newestAppraisalYear) {
    warnings.push(`NEWEST_APPRAISAL_YEAR is ${settings.newestAppraisalYear}, but the calendar says ${year}.`)
  }
  return warnings
}
