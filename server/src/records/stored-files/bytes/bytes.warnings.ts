import { MEGABYTE } from '../../../engines/config/megabyte.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { reportedWarnings } from '../../../engines/warnings/warning-board.ts'
import type { FoundWarning } from '../../../engines/warnings/warning-source.ts'
import { MAX_QUARANTINED, type QuarantineUsage } from './quarantine.repository.ts'

/** Why the last sweep removed nothing. */
export const sweepWarnings = reportedWarnings({
  'sweep-blocked': {
    advice: 'Let the portal, the database and the store follow one time server: see `timedatectl`.',
  },
})

export const quarantineWarnings = reportedWarnings({
  'quarantine-holds-files': {
    advice: 'Run `npm run -s portal -- quarantine` to list them, then decide which to remove.',
  },
  'quarantine-is-full-of-files': {
    advice: 'Run `npm run -s portal -- quarantine`, and remove what nobody needs with `--remove`.',
  },
  'quarantine-is-full-of-bytes': {
    advice:
      'Run `npm run -s portal -- quarantine`, and remove what nobody needs with `--remove`, or raise QUARANTINE_MB.',
  },
})

/** The share of its limit from which on the quarantine is nearly full. */
const NEARLY_FULL = 0.8
const LOSES_BYTES = 'remove what nobody needs, else the bytes of uploads with a virus are no longer kept.'
const inNumbers = (count: number) => count.toLocaleString('en-US')

export function quarantineUsageWarnings(
  { files, bytes }: QuarantineUsage,
  { quarantineBytes }: Pick<Settings, 'quarantineBytes'>,
): FoundWarning<keyof typeof quarantineWarnings.warnings>[] {
  const found: ReturnType<typeof quarantineUsageWarnings> = []
  if (files > 0) {
    found.push({
      code: 'quarantine-holds-files',
      text: `${inNumbers(files)} stored file(s) that no document has are in quarantine: see portal quarantine.`,
    })
  }
  if (files >= NEARLY_FULL * MAX_QUARANTINED) {
    found.push({
      code: 'quarantine-is-full-of-files',
      text: `Quarantine holds ${inNumbers(files)} of the ${inNumbers(MAX_QUARANTINED)} files that it may: ${LOSES_BYTES}`,
    })
  }
  if (bytes >= NEARLY_FULL * quarantineBytes) {
    const [used, most] = [bytes, quarantineBytes].map((each) => inNumbers(Math.round(each / MEGABYTE)))
    found.push({
      code: 'quarantine-is-full-of-bytes',
      text: `Quarantine holds ${used} MB of the ${most} MB that it may (QUARANTINE_MB): ${LOSES_BYTES}`,
    })
  }
  return found
}
