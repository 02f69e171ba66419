import * as schema from './setting-schemas.ts'
import { variable } from './variable.ts'

/** What bounds uploads. */
export const UPLOAD_VARIABLES = {
  MAX_UPLOAD_MB: variable(schema.wholeNumber(1, 2047), {
    otherwise: 50,
    meaning:
      'the largest file that may be uploaded, in MB; above 50, what stands before the portal has to let it through, see [larger files](running/larger-files.md)',
  }),
  UPLOAD_MB_PER_DAY: variable(schema.wholeNumber(50, 10_000_000), {
    otherwise: null,
    meaning:
      'MB that one person, an administrator too, may upload and mail in a day of `TIME_ZONE`; 50 or more; what they mail beyond it waits for the next day; not counted with `RATE_LIMIT=off`',
  }),
  COUNTY_UPLOAD_MB_PER_DAY: variable(schema.wholeNumber(50, 10_000_000), {
    otherwise: null,
    meaning:
      'MB that one county may take in in a day of `TIME_ZONE`, by people, drop folder and mailbox together; 50 or more; what comes by folder or mail waits for the next day; not counted with `RATE_LIMIT=off`',
  }),
  QUARANTINE_MB: variable(schema.wholeNumber(1, 10_000_000), {
    otherwise: 1000,
    meaning:
      'MB that quarantine may hold; what is refused for a virus beyond it is recorded and reported, but its bytes are not kept',
  }),
  UPLOAD_PLACES: variable(schema.wholeNumber(4, 16), {
    otherwise: 6,
    meaning:
      'files that one person may be sending at the same moment, on all servers together; 4, which one tab sends, to 16; what is beyond waits its turn',
  }),
  COUNTY_UPLOAD_PLACES: variable(schema.wholeNumber(4, 64), {
    otherwise: 56,
    meaning:
      'of the 64 files that each server takes in at the same moment, those that the people of one county may be sending together; not below `UPLOAD_PLACES`',
  }),
}
