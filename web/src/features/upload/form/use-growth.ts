import { MAX_FILES_PER_BATCH } from '@portal/contract/limits.ts'
import { useEffect, useEffectEvent } from 'react'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { useSession } from '../../../lib/session.ts'
import { fileProblem } from '../facts/file-checks.ts'
import { handUpload } from '../facts/handed-files.ts'
import { isSheetName } from '../facts/sheet-name.ts'
import type { UploadFields } from '../facts/upload-fields.ts'
import { useSwitchLayout } from '../modes/upload-layout.ts'
import { hasStoredQueue } from '../sender/queue-database.ts'
import { useRunningQueue } from '../sender/running-queue.ts'

type Form = {
  readonly fields: UploadFields
  readonly files: readonly File[]
  /** Whether the form stays one of a single file. */
  readonly staysForm: boolean
  /** Called when the form's content has moved to the batch. */
  readonly onGrown: () => void
}

/**
 * The form has one file. From two files on, and while a batch waits, the same screen shows the batch: it gets the files
 * and what the person typed. A form that stays never becomes a batch.
 */
export function useGrowth({ fields, files, staysForm, onGrown }: Form) {
  const { username } = useSession()
  const switchLayout = useSwitchLayout()
  const maxBytes = useMaxUploadBytes()
  const isRunning = useRunningQueue(username) !== null

  const grow = (all: readonly File[], about: UploadFields) => {
    handUpload(username, { files: all, fields: about })
    onGrown()
    switchLayout('batch', { replace: true })
  }

  const toWaitingBatch = useEffectEvent((isWaiting: boolean) => {
    if (isWaiting) grow(files, fields)
  })
  useEffect(() => {
    if (staysForm) return undefined
    let isHere = true
    if (isRunning) toWaitingBatch(true)
    else void hasStoredQueue(username).then((isWaiting) => isHere && toWaitingBatch(isWaiting))
    return () => {
      isHere = false
    }
  }, [username, isRunning, staysForm])

  /** Moves everything to the batch if these files do not fit into the form; whether it did. */
  return (added: readonly File[], about = fields): boolean => {
    const all = [...files, ...added]
    const used = all.filter((file) => isSheetName(file.name) || fileProblem(file, maxBytes) === null)
    const count = new Set(used.map(identityOf)).size
    if (count < 2 || count > MAX_FILES_PER_BATCH) return false
    grow(all, about)
    return true
  }
}

/** The same file, chosen twice, is one file. */
function identityOf({ name, size, lastModified }: File): string {
  return JSON.stringify([name, size, lastModified])
}
