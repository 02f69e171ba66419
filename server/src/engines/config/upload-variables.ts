import * as schema from './setting-schemas.ts'
import { variable } from './variable.ts'

/** What bounds uploads. */
export const UPLOAD_VARIABLES = {
  MAX_UPLOAD_MB: variable(schema.wholeNumber(1, 2047), {
    otherwise: 50,
    meaning:
      'limit for the size of a file, in MB; above 50, the proxy and the scanner must accept it too, see [larger files](running/larger-files.md)',
  }),
  UPLOAD_MB_PER_DAY: variable(schema.wholeNumber(50, 10_000_000), {
    otherwise: null,
    meaning:
      'daily quota of a person, administrators too, in MB per day of `TIME_ZONE`, for uploads and mail; 50 or more; mail beyond it waits for the next day; not counted with `RATE_LIMIT=off`',
  }),
  COUNTY_UPLOAD_MB_PER_DAY: variable(schema.wholeNumber(50, 10_000_000), {
    otherwise: null,
    meaning:
      'daily quota of a county, in MB per day of `TIME_ZONE`, by people, drop folder and mailbox together; 50 or more; files by folder or mail beyond it wait for the next day; not counted with `RATE_LIMIT=off`',
  }),
  QUARANTINE_MB: variable(schema.wholeNumber(1, 10_000_000), {
    otherwise: 1000,
    meaning:
      'quota of the quarantine, in MB; a file rejected for a virus beyond it is recorded and reported, but its bytes are not stored',
  }),
  UPLOAD_PLACES: variable(schema.wholeNumber(4, 16), {
    otherwise: 6,
    meaning:
      'limit for simultaneous uploads of one person, on all servers together; from 4, which one tab sends, to 16; further uploads wait',
  }),
  COUNTY_UPLOAD_PLACES: variable(schema.wholeNumber(4, 64), {
    otherwise: 56,
    meaning:
      'limit for simultaneous uploads of the people of one county together, of the 64 on each server; not below `UPLOAD_PLACES`',
  }),
}
