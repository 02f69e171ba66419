import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { CallError } from '../../lib/call.ts'

export const DELETED = 'File deleted permanently.'
export const NETWORK_ERROR = 'Network error while deleting selected files.'

// Texts of the error catalogue: the server's if there is one, otherwise the screen's own (specification, section 8).

export function deleteFailureText(failure: unknown): string {
  return failure instanceof CallError ? failure.message : deletePermanently.fallback
}

export function bulkFailureText(failure: unknown): string {
  if (!(failure instanceof CallError) || failure.status === 0) return NETWORK_ERROR
  if (failure.fromServer) return failure.message
  return `Bulk delete failed: ${failure.statusText || failure.status}`
}

export function bulkQuestion(count: number): string {
  return `Permanently delete ${count} item(s)? This cannot be undone.`
}

/** How many of the deleted files are shown. */
export function extentText({ shown, total }: { shown: number; total: number }): string {
  const all = `${total.toLocaleString('en-US')} deleted file${total === 1 ? '' : 's'}`
  return shown < total ? `The newest ${shown.toLocaleString('en-US')} of ${all} are shown.` : all
}
