import { CallError } from '../../lib/call.ts'
import { restoreFailureText, RESTORED } from '../../lib/restore-file.ts'
import type { BulkOutcome } from './bulk-delete.ts'

/** Restores files one after the other, in the order of the rows. Never throws. */
export async function restoreSelected(
  ids: readonly number[],
  restore: (id: number) => Promise<unknown>,
): Promise<BulkOutcome> {
  const gone: number[] = []
  let reason: string | null = null
  for (const id of ids) {
    try {
      await restore(id)
      gone.push(id)
    } catch (failure) {
      reason ??= restoreFailureText(failure)
      // Without a connection or a session the others fail too.
      if (!(failure instanceof CallError) || failure.status === 0 || failure.status === 401) break
    }
  }
  if (reason !== null)
    return { gone, tone: 'error', text: `${reason} ${restoredText(gone.length, ids.length)}` }
  return {
    gone,
    tone: 'success',
    text: ids.length === 1 ? RESTORED : `${ids.length} files restored successfully.`,
  }
}

function restoredText(restored: number, selected: number): string {
  return `${restored} of ${selected} selected files were restored.`
}
