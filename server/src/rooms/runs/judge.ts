import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { maySee } from '../../records/documents/documents.policy.ts'
import { findRefusals, type DocumentGuard } from '../../records/documents/document-guard.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { PendingItem } from '../../records/runs/run-items.repository.ts'
import type { Reversal } from '../../records/runs/reversal.ts'
import type { StoredAction } from '../../records/runs/runs.repository.ts'
import { judgeAssign, judgeUnassign } from './judge-assign.ts'
import { judgeComment, judgeUncomment } from './judge-comments.ts'
import { judgeColumns } from './judge-columns.ts'
import { isLinkAction, judgeLink, toLinkChange } from './judge-links.ts'
import { judgeUndo } from './judge-undo.ts'
import { refused, type Judge, type JudgeContext, type Judgment } from './judgment.ts'
import { CHANGED_SINCE } from './run-reasons.ts'

/** The judge of an action. `reversals` are those of the undone run. */
function judgeOf(action: StoredAction, reversals: ReadonlyMap<number, Reversal>): Judge {
  if (action.kind === 'undo') {
    if (action.of === 'comment') return judgeUncomment(reversals)
    return action.of === 'assign' ? judgeUnassign(reversals) : judgeUndo(reversals)
  }
  if (action.kind === 'assign') return judgeAssign(action.personId)
  if (action.kind === 'comment') return judgeComment(action.text)
  return isLinkAction(action) ? judgeLink(toLinkChange(action)) : judgeColumns(action)
}

type Wanted = {
  readonly action: StoredAction
  readonly guards: readonly DocumentGuard[]
  /** The documents as the run has noted them. A document without a version is judged in its present state. */
  readonly items: readonly (Pick<PendingItem, 'id' | 'reversal'> & { readonly version?: number | null })[]
}

/**
 * Judges the documents of a run, of a preview too. A document that is gone, unseen or of another version is refused; so
 * is one that a guard keeps from leaving.
 */
export async function judgeDocuments(
  context: JudgeContext,
  documents: readonly DocumentRow[],
  { action, guards, items }: Wanted,
): Promise<ReadonlyMap<number, Judgment>> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const judgments = new Map<number, Judgment>()
  const present: DocumentRow[] = []
  for (const { id, version } of items) {
    const document = byId.get(id)
    if (!document || version === null || maySee(context.person, document)) {
      judgments.set(id, refused(FILE_NOT_FOUND))
    } else if (version !== undefined && version !== document.version && !isBesideVersion(action)) {
      judgments.set(id, refused(CHANGED_SINCE))
    } else {
      present.push(document)
    }
  }
  const reversals = new Map(items.flatMap(({ id, reversal }) => (reversal ? [[id, reversal] as const] : [])))
  for (const [id, judgment] of await judgeOf(action, reversals)(context, present)) judgments.set(id, judgment)
  const departing = present.filter(({ id }) => isDeparture(judgments.get(id)))
  const refusals = await findRefusals(
    guards,
    context.db,
    departing.map((document) => ({ document, departure: 'bin' })),
  )
  for (const [id, refusal] of refusals) judgments.set(id, refused(refusal))
  return judgments
}

/** An assignment and a comment are no part of a version: a document that somebody edits meanwhile gets both all the same. */
function isBesideVersion(action: StoredAction): boolean {
  const kind = action.kind === 'undo' ? action.of : action.kind
  return kind === 'assign' || kind === 'comment'
}

function isDeparture(judgment: Judgment | undefined): boolean {
  if (judgment?.kind !== 'changed' || typeof judgment.change === 'string') return false
  return judgment.change.deleted_at instanceof Date
}
