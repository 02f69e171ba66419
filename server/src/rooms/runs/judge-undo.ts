import {
  mayDelete,
  mayRestore,
  refuseInBin,
  refuseOutsideBin,
} from '../../records/documents/documents.policy.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import type { Reversal } from '../../records/runs/reversal.ts'
import { refuseEdit } from './judge-columns.ts'
import { judgeLink } from './judge-links.ts'
import { refused, UNCHANGED, type Judge, type JudgeContext, type Judgment } from './judgment.ts'

/** Writes back what the undone run replaced, in the state that the run left. */
export function judgeUndo(reversals: ReadonlyMap<number, Reversal>): Judge {
  return async (context, documents) => {
    const judged = new Map<number, Judgment>()
    const [link] = [...reversals.values()].flatMap((reversal) => reversal.link ?? [])
    if (link) return judgeLink(link)(context, documents)
    for (const document of documents) {
      const reversal = reversals.get(document.id)
      judged.set(document.id, reversal ? writeBack(document, reversal, context) : UNCHANGED)
    }
    return judged
  }
}

function writeBack(document: DocumentRow, { columns }: Reversal, context: JudgeContext): Judgment {
  const { deleted_at: deletedAt, ...others } = columns
  const refusal = refusalOf(document, deletedAt, context)
  if (refusal) return refused(refusal)
  const wanted: DocumentChange = { ...others, ...binColumns(deletedAt, context) }
  const changed = columnChange(document, wanted, context.names)
  return changed ? { kind: 'changed', ...changed, link: null } : UNCHANGED
}

function refusalOf(
  document: DocumentRow,
  deletedAt: string | null | undefined,
  { person }: JudgeContext,
): Refusal | null {
  if (deletedAt === undefined) return refuseEdit(document, { person })
  return deletedAt === null
    ? (mayRestore(person, document) ?? refuseOutsideBin(document))
    : (mayDelete(person, document) ?? refuseInBin(document))
}

/** Who undoes a restore moves the document to the bin again, now. */
function binColumns(deletedAt: string | null | undefined, { now, person }: JudgeContext): DocumentChange {
  if (deletedAt === undefined) return {}
  return deletedAt === null ? { deleted_at: null } : { deleted_at: now, deleted_by: person.accountId }
}
