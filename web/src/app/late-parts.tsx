import { PartMissing } from './part-missing.tsx'
import { useNoStrayDrops } from './use-no-stray-drops.ts'

/** What every screen has, and no first visit waits for. */
export function LateParts() {
  useNoStrayDrops()
  return <PartMissing />
}
