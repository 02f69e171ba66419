import { useState } from 'react'
import { unstoredFiles, type Batch } from '../facts/upload-batch.ts'

/**
 * The files that are not stored, as one and the same array as long as they are the same files: progress changes many
 * times a second, and the kept draft must not be written each time.
 */
export function useUnsentFiles(batch: Batch): readonly File[] {
  const unsent = unstoredFiles(batch)
  const [known, setKnown] = useState(unsent)
  const isKnown = known.length === unsent.length && known.every((file, place) => file === unsent[place])
  if (!isKnown) setKnown(unsent)
  return isKnown ? known : unsent
}
