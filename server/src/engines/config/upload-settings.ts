import { MEGABYTE } from './megabyte.ts'
import * as schema from './setting-schemas.ts'
import { StartError } from './start-error.ts'
import type { Values, Variables } from './variable.ts'

export const UPLOAD_VARIABLES = {
  MAX_UPLOAD_MB: {
    schema: schema.wholeNumber(1, 2047),
    default: 50,
    doc: 'limit for the size of a file, in MB; above 50, the proxy and the scanner must accept it too, see [larger files](running/larger-files.md)',
  },
  UPLOAD_MB_PER_DAY: {
    schema: schema.wholeNumber(50, 10_000_000),
    doc: 'daily quota of a person, administrators too, in MB per day of `TIME_ZONE`, for uploads and mail; 50 or more; mail beyond it waits for the next day; not counted with `RATE_LIMIT=off`',
  },
  COUNTY_UPLOAD_MB_PER_DAY: {
    schema: schema.wholeNumber(50, 10_000_000),
    doc: 'daily quota of a county, in MB per day of `TIME_ZONE`, by people, drop folder and mailbox together; 50 or more; files by folder or mail beyond it wait for the next day; not counted with `RATE_LIMIT=off`',
  },
  QUARANTINE_MB: {
    schema: schema.wholeNumber(1, 10_000_000),
    default: 1000,
    doc: 'quota of the quarantine, in MB; a file rejected for a virus beyond it is recorded and reported, but its bytes are not stored',
  },
  UPLOAD_PLACES: {
    schema: schema.wholeNumber(4, 16),
    default: 6,
    doc: 'limit for simultaneous uploads of one person, on all servers together; from 4, which one tab sends, to 16; further uploads wait',
  },
  COUNTY_UPLOAD_PLACES: {
    schema: schema.wholeNumber(4, 64),
    default: 56,
    doc: 'limit for simultaneous uploads of the people of one county together, of the 64 on each server; not below `UPLOAD_PLACES`',
  },
} satisfies Variables

type UploadValues = Values<typeof UPLOAD_VARIABLES>

export function uploadSettings(values: UploadValues) {
  return {
    maxUploadBytes: values.MAX_UPLOAD_MB * MEGABYTE,
    uploadBytesPerDay: bytesPerDay(values, 'UPLOAD_MB_PER_DAY'),
    countyBytesPerDay: bytesPerDay(values, 'COUNTY_UPLOAD_MB_PER_DAY'),
    quarantineBytes: values.QUARANTINE_MB * MEGABYTE,
    uploadPlaces: values.UPLOAD_PLACES,
    countyUploadPlaces: countyUploadPlaces(values),
  }
}

/**
 * A daily quota in bytes; null without one.
 * @throws StartError if one file may exceed it.
 */
function bytesPerDay(
  values: UploadValues,
  name: 'UPLOAD_MB_PER_DAY' | 'COUNTY_UPLOAD_MB_PER_DAY',
): number | null {
  const [megabytes, largest] = [values[name], values.MAX_UPLOAD_MB]
  if (megabytes === null) return null
  if (megabytes < largest) {
    throw new StartError(
      `${name} is ${megabytes}, but one file may have ${largest} MB (MAX_UPLOAD_MB). Set it to ${largest} or more.`,
    )
  }
  return megabytes * MEGABYTE
}

/** @throws StartError if one person may have more than a county. */
function countyUploadPlaces({ COUNTY_UPLOAD_PLACES: county, UPLOAD_PLACES: person }: UploadValues): number {
  if (county < person) {
    throw new StartError(
      `COUNTY_UPLOAD_PLACES is ${county}, but one person may have ${person} (UPLOAD_PLACES). Set it to ${person} or more.`,
    )
  }
  return county
}
