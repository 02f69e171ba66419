import { FILE_TOO_LARGE } from '@portal/contract/files/upload-errors.ts'
import { MEGABYTE } from '../../engines/config/megabyte.ts'
import type { Settings } from '../../engines/config/settings.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'

/** A file has more bytes than the firm takes. */
export function tooLarge(
  { maxUploadBytes }: Pick<Settings, 'maxUploadBytes'>,
  fileName: string,
): PortalError {
  return failure(FILE_TOO_LARGE, { values: { fileName, megabytes: maxUploadBytes / MEGABYTE } })
}
