import { patchStatus } from '@portal/contract/edit/edit.ts'
import { CHANGED_MEANWHILE, FILE_NOT_FOUND, IN_THE_BIN } from '@portal/contract/files/document-errors.ts'
import { STATUS_TEXT, type StatusId } from '@portal/contract/files/status.ts'
import { failedBy, failureText } from '../../../lib/failure-text.ts'

/** A status that was set from the panel: it can be undone while the document has the version `after`. */
export type StatusChange = {
  readonly fileId: number
  readonly former: number
  readonly before: string | null
  readonly after: string | null
}

/** The sentence about the last save of a status, and the changes that can be undone, the last one at the end. */
export type StatusLog = {
  readonly text: string
  readonly isFailure: boolean
  readonly changes: readonly StatusChange[]
}

export const EMPTY_LOG: StatusLog = { text: '', isFailure: false, changes: [] }

/** A status that stays the same leaves nothing to undo. */
export function afterChange(
  { changes }: StatusLog,
  change: StatusChange,
  { statusId, note }: { readonly statusId: number; readonly note?: string | null },
): StatusLog {
  return {
    text: [`File ${change.fileId}: ${statusText(statusId)}.`, note].filter(Boolean).join(' '),
    isFailure: false,
    changes: change.former === statusId ? changes : [...changes, change],
  }
}

/** The document is as it was before the change, so an earlier change of it can be undone on the new version. */
export function afterUndo({ changes }: StatusLog, undone: StatusChange, version: string | null): StatusLog {
  const { fileId, former, before } = undone
  return {
    text: `File ${fileId}: ${statusText(former)} again.`,
    isFailure: false,
    changes: changes
      .filter((change) => change !== undone)
      .map((change) =>
        change.fileId === fileId && change.after === before ? { ...change, after: version } : change,
      ),
  }
}

/** A document that has changed since is left alone. After another failure the person can try again. */
export function afterFailedUndo(log: StatusLog, undone: StatusChange, failure: unknown): StatusLog {
  const isOvertaken = failedBy(failure, CHANGED_MEANWHILE, IN_THE_BIN, FILE_NOT_FOUND)
  return {
    text: isOvertaken
      ? `File ${undone.fileId} has changed since, so its status was not undone.`
      : `File ${undone.fileId}: ${failureText(failure, patchStatus.fallback)}`,
    isFailure: true,
    changes: isOvertaken ? log.changes.filter((change) => change !== undone) : log.changes,
  }
}

/** Names the file if the sentence before it is about another one. */
export function undoText(text: string, { fileId }: StatusChange): string {
  return text.startsWith(`File ${fileId}:`) ? 'Undo' : `Undo file ${fileId}`
}

function statusText(statusId: number): string {
  return STATUS_TEXT[statusId as StatusId] ?? 'another status'
}
