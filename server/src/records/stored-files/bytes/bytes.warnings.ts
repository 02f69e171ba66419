import { MEGABYTE } from '../../../engines/config/megabyte.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { reportedWarnings } from '../../../engines/warnings/warning-board.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import { textsByCode, type FoundWarning } from '../../../engines/warnings/warning-source.ts'
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

/** Share of a limit above which the quarantine counts as nearly full. */
const NEARLY_FULL = 0.8
const LOSES_BYTES = 'remove what nobody needs, else the bytes of uploads with a virus are no longer kept.'
const inNumbers = (count: number) => count.toLocaleString('en-US')

const inMegabytes = (bytes: number) => `${inNumbers(Math.round(bytes / MEGABYTE))} MB`

export function quarantineUsageWarnings(
  { files, bytes }: QuarantineUsage,
  { quarantineBytes }: Pick<Settings, 'quarantineBytes'>,
): FoundWarning<keyof typeof quarantineWarnings.warnings>[] {
  return textsByCode({
    'quarantine-holds-files':
      files > 0 &&
      `Quarantine holds ${counted(files, 'stored file')} without a document: see portal quarantine.`,
    'quarantine-is-full-of-files':
      files >= NEARLY_FULL * MAX_QUARANTINED &&
      `Quarantine holds ${inNumbers(files)} of the ${inNumbers(MAX_QUARANTINED)} files that it may: ${LOSES_BYTES}`,
    'quarantine-is-full-of-bytes':
      bytes >= NEARLY_FULL * quarantineBytes &&
      `Quarantine holds ${inMegabytes(bytes)} of the ${inMegabytes(quarantineBytes)} that it may: ${LOSES_BYTES}`,
  })
}
