import { SKEW_TO_TELL_MS } from './engines/clock/database-clock.ts'
import type { World } from './records/context.ts'
import { warningsOfStore } from './records/documents/bytes/store-notices.ts'

/** What a person who runs the portal should know though everything works. */
export function warningsOf({
  settings,
  clock,
  skew,
  calendar,
  storeNotices,
}: Pick<World, 'settings' | 'clock' | 'skew' | 'calendar' | 'storeNotices'>): string[] {
  const year = calendar.yearOf(clock.now())
  const warnings = ['No virus scanner is set up: uploads are not scanned.']
  if (settings.databaseUrl !== null && settings.databaseMigrationUrl === null) {
    warnings.push(
      "DATABASE_MIGRATION_URL is not set: the portal's role owns the audit record and could empty it.",
    )
  }
  if (!settings.staffEmailDomain) warnings.push('STAFF_EMAIL_DOMAIN is not set: staff cannot register.')
  if (year > settings.newestAppraisalYear) {
    warnings.push(`NEWEST_APPRAISAL_YEAR is ${settings.newestAppraisalYear}, but the calendar says ${year}.`)
  }
  const seconds = Math.round(skew.aheadMs() / 1000)
  if (Math.abs(skew.aheadMs()) >= SKEW_TO_TELL_MS) {
    const how = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`
    warnings.push(`The clock of this machine is ${how} the database's: let both follow one time server.`)
  }
  if (!skew.isSound()) {
    warnings.push('Nothing is removed for being old until the clocks of this machine and the database agree.')
  }
  return [...warnings, ...warningsOfStore(storeNotices)]
}
