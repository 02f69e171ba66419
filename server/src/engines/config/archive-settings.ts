import { MEGABYTE } from './megabyte.ts'
import * as schema from './setting-schemas.ts'
import { StartError } from './start-error.ts'
import type { Values, Variables } from './variable.ts'

export const ARCHIVE_VARIABLES = {
  ARCHIVE_MAX_FILES: {
    schema: schema.wholeNumber(1, 100_000),
    default: 20_000,
    doc: 'limit for the files of one ZIP download',
  },
  ARCHIVE_MAX_MB: {
    schema: schema.wholeNumber(1, 1_000_000),
    default: 51_200,
    doc: 'limit for the size of one ZIP download, in MB',
  },
  ARCHIVE_PLACES: {
    schema: schema.wholeNumber(1, 64),
    default: 8,
    doc: 'limit for simultaneous ZIP downloads of one server; each may need 60 MB of memory',
  },
  ARCHIVE_PLACES_PER_PERSON: {
    schema: schema.wholeNumber(1, 16),
    default: 2,
    doc: 'limit for simultaneous ZIP downloads of one person on one server; not above `ARCHIVE_PLACES`',
  },
} satisfies Variables

type ArchiveValues = Values<typeof ARCHIVE_VARIABLES>

/** @throws StartError if one person may have more than a server. */
export function archiveSettings(values: ArchiveValues) {
  const { ARCHIVE_PLACES: places, ARCHIVE_PLACES_PER_PERSON: person } = values
  if (places < person) {
    throw new StartError(
      `ARCHIVE_PLACES is ${places}, but one person may have ${person} (ARCHIVE_PLACES_PER_PERSON). Set it to ${person} or more.`,
    )
  }
  return {
    archiveMaxFiles: values.ARCHIVE_MAX_FILES,
    archiveMaxBytes: values.ARCHIVE_MAX_MB * MEGABYTE,
    archivePlaces: places,
    archivePlacesPerPerson: person,
  }
}
