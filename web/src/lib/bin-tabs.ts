import type { ScreenTab } from '../ui/screen-tabs.tsx'
import { PATHS } from './paths.ts'

/** What stands behind the entry Recycle Bin for administrators. */
export const BIN_TABS: readonly ScreenTab[] = [
  { label: 'Recycle Bin', path: PATHS.recycleBin },
  { label: 'Virus Checks', path: PATHS.virusChecks },
]
