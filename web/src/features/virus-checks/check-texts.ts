import {
  checkAgain,
  listVirusChecks,
  removeInfected,
  type VirusCheck,
} from '@portal/contract/virus-checks.ts'
import { CallError } from '../../lib/call.ts'
import type { VirusChecks } from './virus-checks.wire.ts'

/** The server's text if there is one, otherwise the screen's own. */
export function failureText(failure: unknown, endpoint: { readonly fallback: string }): string {
  return failure instanceof CallError ? failure.message : endpoint.fallback
}

export const FALLBACKS = { load: listVirusChecks, check: checkAgain, remove: removeInfected } as const

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
  away: 'The virus scanner does not answer. What waits is checked by itself when it is back.',
  none: 'No virus scanner is set up: new uploads are not checked.',
}

/** How a row is called where it is spoken of. */
export function nameOf({ FileID, FileName }: Pick<VirusCheck, 'FileID' | 'FileName'>): string {
  return FileID === null ? `refused upload ${FileName}` : `file ${FileID}`
}
