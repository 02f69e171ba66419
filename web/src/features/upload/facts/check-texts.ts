import { FILE_INFECTED, FILE_INFECTED_NOT_STORED } from '@portal/contract/files/upload-errors.ts'
import type { BlockedFile } from '../../../lib/blocked-files.queries.ts'

const CHECKS: Readonly<Record<BlockedFile, string>> = {
  pending: 'being checked for viruses',
  stuck: 'could not be checked for viruses yet',
  infected: 'a virus was found in it',
}

/** Appends a stored file's virus-check status to its row's text. */
export function withCheck(said: string, check: BlockedFile | undefined): string {
  return check === undefined ? said : `${said}, ${CHECKS[check]}`
}

/** The reason for a rejection; for an infected file also whether it is in quarantine. */
export function refusalText(reason: string, code: string | undefined): string {
  if (code === FILE_INFECTED_NOT_STORED.code) return `${reason} It was not stored.`
  return code === FILE_INFECTED.code ? `${reason} It was not stored and lies in quarantine.` : reason
}
