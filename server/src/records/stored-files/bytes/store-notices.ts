import { MEGABYTE } from '../../../engines/config/megabyte.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { MAX_QUARANTINED } from './quarantine.repository.ts'

/** What the last look at the store found that people who run the portal should know. */
export type StoreNotices = {
  /** Why nothing is swept; null where it is. */
  notSwept: string | null
  /** Files in quarantine, and their bytes. */
  quarantined: { readonly files: number; readonly bytes: number }
}

/** Of what quarantine may hold, the part from which on it fills up. */
const NEARLY_FULL = 0.8

export function createStoreNotices(): StoreNotices {
  return { notSwept: null, quarantined: { files: 0, bytes: 0 } }
}

/** The same as sentences. */
export function warningsOfStore(
  { notSwept, quarantined: { files, bytes } }: StoreNotices,
  { quarantineBytes }: Pick<Settings, 'quarantineBytes'>,
): string[] {
  const warnings = notSwept === null ? [] : [notSwept]
  if (files > 0) {
    warnings.push(
      `${files.toLocaleString('en-US')} stored file(s) that no document has are in quarantine: see portal quarantine.`,
    )
  }
  if (files >= NEARLY_FULL * MAX_QUARANTINED) {
    warnings.push(
      `Quarantine holds ${files.toLocaleString('en-US')} of the ${MAX_QUARANTINED.toLocaleString('en-US')} files that it may: remove what nobody needs, else the bytes of uploads with a virus are no longer kept.`,
    )
  }
  if (bytes >= NEARLY_FULL * quarantineBytes) {
    const [used, most] = [bytes, quarantineBytes].map((each) =>
      Math.round(each / MEGABYTE).toLocaleString('en-US'),
    )
    warnings.push(
      `Quarantine holds ${used} MB of the ${most} MB that it may (QUARANTINE_MB): remove what nobody needs, else the bytes of uploads with a virus are no longer kept.`,
    )
  }
  return warnings
}
