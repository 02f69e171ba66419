import type { World } from './records/context.ts'
import { warningsOfAnchors } from './records/audit/anchors/anchor-notices.ts'
import { warningsOfDeliveries } from './records/deliveries/delivery-notices.ts'
import { warningsOfStore } from './records/stored-files/bytes/store-notices.ts'

/** What a person who runs the portal should know though everything works. */
export function warningsOf({
  settings,
  clock,
  skew,
  clockKeeper,
  calendar,
  storeNotices,
  scanner,
  anchorNotices,
  deliveryNotices,
}: Pick<
  World,
  | 'scanner'
  | 'settings'
  | 'clock'
  | 'skew'
  | 'clockKeeper'
  | 'calendar'
  | 'storeNotices'
  | 'anchorNotices'
  | 'deliveryNotices'
>): string[] {
  const year = calendar.yearOf(clock.now())
  const warnings = scanner === null ? ['No virus scanner is set up: uploads are not scanned.'] : []
  if (settings.databaseUrl !== null && settings.databaseMigrationUrl === null) {
    warnings.push(
      "DATABASE_MIGRATION_URL is not set: the portal's role owns the audit record and could empty it.",
    )
  }
  if (settings.smtpUrl === null) {
    warnings.push('SMTP_URL is not set: no mail is sent, each is a file in DATA_DIR/outbox.')
  }
  if (!settings.staffEmailDomain) warnings.push('STAFF_EMAIL_DOMAIN is not set: staff cannot register.')
  if (year > settings.newestAppraisalYear) {
    warnings.push(`NEWEST_APPRAISAL_YEAR is ${settings.newestAppraisalYear}, but the calendar says ${year}.`)
  }
  return [
    ...warnings,
    ...skew.warnings(),
    ...clockKeeper.warnings(),
    ...warningsOfStore(storeNotices, settings),
    ...warningsOfAnchors(anchorNotices, clock),
    ...warningsOfDeliveries(deliveryNotices),
  ]
}
