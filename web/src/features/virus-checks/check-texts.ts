import {
  CHECK_QUEUED,
  checkAgain,
  removeInfected,
  type VirusCheck,
} from '@portal/contract/files/virus-checks.ts'
import type { CheckLook } from '../../ui/check-badge.tsx'
import type { VirusChecks } from './virus-checks.queries.ts'

export const FALLBACKS = {
  check: checkAgain.fallback,
  remove: removeInfected.fallback,
} as const

/** What stands above the list: how many there are, and what the scanner does. */
export function extentText({ files, total, scanner }: VirusChecks): string {
  const all = `${total.toLocaleString('en-US')} file${total === 1 ? '' : 's'}`
  const shown =
    files.length < total ? `The first ${files.length.toLocaleString('en-US')} of ${all} are shown.` : all
  const hint = SCANNER[scanner]
  return [...(total > 0 ? [shown] : []), ...(hint ? [hint] : [])].join(' · ')
}

const SCANNER: Readonly<Record<VirusChecks['scanner'], string>> = {
  there: '',
  away: 'The virus scanner does not answer. Files that are waiting will be checked automatically when it is back.',
  none: 'No virus scanner is set up: new uploads are not checked.',
}

/** What comes of *Check again*. */
export function queuedText(scanner: VirusChecks['scanner']): string {
  return scanner === 'away' ? 'It will be checked when the scanner is back.' : CHECK_QUEUED
}

/** Where nothing is listed. */
export function emptyText({ scanner }: Pick<VirusChecks, 'scanner'>): string {
  return scanner === 'none'
    ? 'Files are not scanned for viruses here.'
    : 'All files have been checked; no virus was found.'
}

/** How a file is marked: the scanner has failed on what waits and has a finding. */
export function lookOf({ State, Finding }: Pick<VirusCheck, 'State' | 'Finding'>): CheckLook {
  return State === 'pending' && Finding !== '' ? 'stuck' : State
}

/** How a row is called where it is spoken of. */
export function nameOf({ FileID, FileName }: Pick<VirusCheck, 'FileID' | 'FileName'>): string {
  return FileID === null ? `refused upload ${FileName}` : `file ${FileID}`
}
