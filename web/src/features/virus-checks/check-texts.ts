import {
  CHECK_QUEUED,
  checkAgain,
  removeInfected,
  type VirusCheck,
} from '@portal/contract/files/virus-checks.ts'
import { CHECK_WORDS, type CheckLook } from '../../ui/check-badge.tsx'
import type { VirusChecks } from './virus-checks.queries.ts'

export const FALLBACKS = {
  check: checkAgain.fallback,
  remove: removeInfected.fallback,
} as const

/** The line above the list: the number of files, and the scanner's state. */
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

/** The result of *Check again*. */
export function queuedText(scanner: VirusChecks['scanner']): string {
  return scanner === 'away' ? 'It will be checked when the scanner is back.' : CHECK_QUEUED
}

/** The text of an empty list. */
export function emptyText({ scanner }: Pick<VirusChecks, 'scanner'>): string {
  return scanner === 'none'
    ? 'Files are not scanned for viruses here.'
    : 'All files have been checked; no virus was found.'
}

/** The badge of a file. A pending file with a finding is one on which the scanner failed. */
export function lookOf({ State, Finding }: Pick<VirusCheck, 'State' | 'Finding'>): CheckLook {
  return State === 'pending' && Finding !== '' ? 'stuck' : State
}

/** Why a rejected upload opens no preview. */
export const NO_DOCUMENT = 'This upload was rejected because of a virus, so there is no document to show.'

/** The name of a row, which screen readers say as a row gets the focus. */
export function rowNameOf(file: VirusCheck): string {
  const { FileID, FileName } = file
  const names = FileID === null ? ['Upload', FileName] : [`File ${FileID}`, FileName]
  return [...names, CHECK_WORDS[lookOf(file)]].filter(Boolean).join(', ')
}

/** A row's name in sentences. */
export function nameOf({ FileID, FileName }: Pick<VirusCheck, 'FileID' | 'FileName'>): string {
  return FileID === null ? `refused upload ${FileName}` : `file ${FileID}`
}
