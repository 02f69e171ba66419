import { reportedWarnings } from '../warnings/warning-board.ts'
import type { FoundWarning, QuickWarningSource } from '../warnings/warning-source.ts'

const SEE_LOG = 'Look into the log of the portal for the reason.'

const PART_WARNINGS = {
  'database-down': { advice: SEE_LOG },
  'storage-down': { advice: SEE_LOG },
  'storage-full': { advice: 'Remove old backups and logs, or move the documents to a larger disk.' },
  'storage-read-only': { advice: 'Mount it for writing.' },
  'storage-without-rights': {
    advice: 'Give the user of the portal the right to write to the folder that the log names.',
  },
} as const

export type PartWarning = keyof typeof PART_WARNINGS

type Probed = { readonly healthProbe: { reasons(): readonly FoundWarning<PartWarning>[] } }

/** Why parts were down when the portal last tried them. */
export const partWarnings: QuickWarningSource<Probed, PartWarning> = {
  warnings: PART_WARNINGS,
  collect: ({ healthProbe }) => healthProbe.reasons(),
}

export const callerWarnings = reportedWarnings({
  'forwarded-header-ignored': {
    advice: 'If the header came from your proxy, set TRUST_PROXY to its address and restart the portal.',
  },
})
