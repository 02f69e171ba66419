import { PATHS } from './paths.ts'

/** What stands behind the entry Recycle Bin for those who manage what others uploaded. */
export const BIN_TABS = [
  { label: 'Recycle Bin', path: PATHS.recycleBin },
  { label: 'Virus Checks', path: PATHS.virusChecks },
] as const
