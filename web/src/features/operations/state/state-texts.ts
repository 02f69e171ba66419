import type { PortalState, WarningScreen } from '@portal/contract/operations/state.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'

/** A line under a heading: a name and a value, with an optional link to the screen about it. */
export type Fact = {
  readonly name: string
  readonly text: string
  readonly isWrong?: boolean
  readonly to?: string
}

/** Null if the part did not respond. */
export type Part = { readonly title: string; readonly facts: readonly Fact[] | null }

const GIGA = 1024 ** 3
const MEGA = 1024 ** 2

/** Bytes in the units used for disks: `850 MB`, `12.3 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < GIGA) return `${Math.round(bytes / MEGA).toLocaleString('en-US')} MB`
  return `${(bytes / GIGA).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`
}

const count = (number: number) => number.toLocaleString('en-US')
const countOf = (number: number, thing: string) => `${count(number)} ${thing}${number === 1 ? '' : 's'}`

/** The portal's health in one line; warnings are counted. */
export function healthText(health: PortalState['health']): string {
  if (health === null) return 'The check of the portal did not end in time.'
  if (!health.isReady) return 'The portal does not work as it should.'
  const { length } = health.warnings
  return length === 0 ? 'Running.' : `Running, with ${countOf(length, 'warning')}.`
}

const SCREEN_NAMES: Readonly<Record<WarningScreen, string>> = {
  jobs: 'Background tasks',
  mailbox: 'Mailbox',
  virusChecks: 'Virus Checks',
}

/** The text of a warning's link to the related screen. */
export function openText(screen: WarningScreen): string {
  return `Open ${SCREEN_NAMES[screen]}`
}

/** All parts of the screen. */
export function partsOf(state: PortalState, timeZone: string): readonly Part[] {
  return [
    { title: 'Database', facts: databaseFacts(state, timeZone) },
    { title: 'Document store', facts: storeFacts(state) },
    { title: 'Last backup', facts: backupFacts(state, timeZone) },
    { title: 'Nightly check', facts: nightFacts(state) },
    { title: 'Texts of documents', facts: textFacts(state, timeZone) },
    { title: 'People', facts: peopleFacts(state) },
    { title: 'Clock', facts: clockFacts(state) },
    { title: 'Portal', facts: portalFacts(state, timeZone) },
  ]
}

function databaseFacts({ database }: PortalState, timeZone: string): Fact[] | null {
  if (database === null) return null
  const { kind, version, bytes, migration } = database
  return [
    { name: 'Type', text: kind === 'embedded' ? 'The portal’s own' : 'A separate server' },
    { name: 'Version', text: `PostgreSQL ${version}` },
    { name: 'Size', text: sizeText(bytes) },
    {
      name: 'Database version',
      text: migration ? `${migration.name}, ${formatDateTime(migration.appliedAt, timeZone)}` : 'None',
    },
  ]
}

function storeFacts({ store, quarantine }: PortalState): Fact[] | null {
  if (store === null) return null
  const { kind, id, isOwn, freeBytes } = store
  const own = isOwn ? (id ?? 'None yet') : `${id ?? 'None'}: not the store of this database`
  return [
    { name: 'Type', text: kind === 'disk' ? 'Disk' : 'S3 bucket' },
    { name: 'Identity', text: own, isWrong: !isOwn },
    ...(freeBytes === null ? [] : [{ name: 'Free', text: sizeText(freeBytes) }]),
    { name: 'In quarantine', text: quarantine ? countOf(quarantine.files, 'file') : 'Did not answer' },
  ]
}

function backupFacts({ backup }: PortalState, timeZone: string): Fact[] | null {
  if (backup === null) return null
  const { lastAt, isTooOld, hasFailedSince, isScheduled } = backup
  const when = lastAt === null ? 'There is none yet' : formatDateTime(lastAt, timeZone)
  return [
    { name: 'When', text: isTooOld && lastAt !== null ? `${when}: too old` : when, isWrong: isTooOld },
    { name: 'Last attempt', text: attemptText(backup), isWrong: hasFailedSince },
    { name: 'Scheduled', text: isScheduled ? 'Yes' : 'No: BACKUP_DIR is not set' },
  ]
}

function attemptText({ lastAt, hasFailedSince }: NonNullable<PortalState['backup']>): string {
  if (hasFailedSince) return 'Failed'
  return lastAt === null ? 'None yet' : 'Succeeded'
}

function nightFacts({ nightCheck }: PortalState): Fact[] | null {
  if (nightCheck === null) return null
  const { night, documentsLeft, isDatabaseChecked, findings } = nightCheck
  if (night === null) return [{ name: 'Last night', text: 'None yet' }]
  return [
    { name: 'Last night', text: dayText(night) },
    {
      name: 'Documents',
      text: documentsLeft === 0 ? 'Read as planned' : `${count(documentsLeft)} left for the next night`,
    },
    { name: 'Database', text: isDatabaseChecked ? 'Checked' : 'Not checked', isWrong: !isDatabaseChecked },
    {
      name: 'Found',
      text: findings === 0 ? 'Nothing wrong' : countOf(findings, 'problem'),
      isWrong: findings > 0,
    },
  ]
}

const REASON_TEXTS: Readonly<Record<string, string>> = {
  damaged: 'damaged',
  password: 'with a password',
  'too-large': 'too large',
  'took-too-long': 'took too long',
  'out-of-memory': 'needs too much memory',
}

function textFacts({ texts }: PortalState, timeZone: string): Fact[] | null {
  if (texts === null) return null
  const { read, partlyRead, waiting, unreadable, oldestWaitingAt } = texts
  const reasons = Object.entries(unreadable)
  return [
    { name: 'Read', text: countOf(read, 'document') },
    {
      name: 'Waiting',
      text: oldestWaitingAt
        ? `${countOf(waiting, 'document')}, the oldest since ${formatDateTime(oldestWaitingAt, timeZone)}`
        : 'None',
    },
    {
      name: 'Unreadable',
      text:
        reasons.map(([reason, number]) => `${count(number)} ${REASON_TEXTS[reason] ?? reason}`).join(', ') ||
        'None',
    },
    {
      name: 'Partly read',
      text: partlyRead > 0 ? countOf(partlyRead, 'document') : 'None',
      ...(partlyRead > 0 && { to: NOT_FULLY_READABLE }),
    },
  ]
}

/** The documents of which some or all pages could not be read. */
const NOT_FULLY_READABLE = `${PATHS.documents}?unreadable=yes`

/** `2026-03-10` as `3/10/26`. */
function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(month)}/${Number(date)}/${year.slice(2)}`
}

/** The people list, filtered to those who must still set up a second factor. */
const WHO_MUST = `${PATHS.people}?second-factor=needed`

function peopleFacts({ people }: PortalState): Fact[] | null {
  if (people === null) return null
  return [
    {
      name: 'Two-step verification',
      text: factorText(people.mustSetUpFactor),
      isWrong: Boolean(people.mustSetUpFactor),
      ...(people.mustSetUpFactor && { to: WHO_MUST }),
    },
  ]
}

function factorText(missing: number | null): string {
  if (missing === null) return 'No role requires it'
  if (missing === 0) return 'Everyone who needs it has it'
  return missing === 1 ? '1 person must still set it up' : `${count(missing)} people must still set it up`
}

const KEPT_TEXTS: Readonly<Record<PortalState['clock']['kept'], string>> = {
  kept: 'Kept by a time server (NTP)',
  'not kept': 'Not kept by a time server (NTP)',
  unknown: 'Unknown: no time service (NTP) answers. Install chrony or systemd-timesyncd.',
}

/** Milliseconds from which a clock difference is marked as wrong. */
const SKEW_TO_TELL_MS = 5000

function clockFacts({ clock }: PortalState): Fact[] {
  const { kept, aheadMs } = clock
  const seconds = Math.ceil(Math.abs(aheadMs) / 100) / 10
  return [
    { name: 'This machine’s', text: KEPT_TEXTS[kept], isWrong: kept === 'not kept' },
    {
      name: 'Compared with the database',
      text: seconds <= 0.1 ? 'Within 0.1 s' : `${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}`,
      isWrong: Math.abs(aheadMs) >= SKEW_TO_TELL_MS,
    },
  ]
}

function portalFacts({ version, at, disk }: PortalState, timeZone: string): Fact[] {
  return [
    { name: 'Version', text: version },
    {
      name: 'Free on its disk',
      text: disk ? sizeText(disk.freeBytes) : 'Did not answer',
      isWrong: disk === null,
    },
    { name: 'Checked at', text: formatDateTime(at, timeZone) },
  ]
}
