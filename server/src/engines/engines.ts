import type { Calendar } from './clock/calendar.ts'
import type { Clock } from './clock/clock.ts'
import type { ClockKeeper } from './clock/clock-keeper.ts'
import type { ClockSkew } from './clock/database-clock.ts'
import type { Settings } from './config/settings.ts'
import type { Database } from './database/open-database.ts'
import type { HealthProbe } from './http/health-probe.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log/log.ts'
import type { MailDriver } from './mail/mail.ts'
import type { Scanner } from './scanner/scanner.ts'
import type { Storage } from './storage/storage.ts'
import type { WarningBoard } from './warnings/warning-board.ts'

/** What every portal needs, whatever its subject. */
export type Engines = {
  readonly settings: Settings
  /** The database's time, which all servers share. */
  readonly clock: Clock
  readonly skew: ClockSkew
  readonly clockKeeper: ClockKeeper
  readonly calendar: Calendar
  readonly log: Log
  readonly database: Database
  readonly storage: Storage
  readonly mail: MailDriver
  /** Null without a virus scanner. */
  readonly scanner: Scanner | null
  readonly jobs: Jobs
  readonly healthProbe: HealthProbe
  readonly warnings: WarningBoard
}
