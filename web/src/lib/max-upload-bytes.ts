import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { useConfig } from './config.ts'

/** The largest file that the firm takes, in bytes; the specification's until the server has told. */
export function useMaxUploadBytes(): number {
  return useConfig().maxUploadBytes ?? MAX_UPLOAD_BYTES
}
