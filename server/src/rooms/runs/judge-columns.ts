import { NO_RENDITION } from '@portal/contract/edit/edit-rendered.ts'
import { TYPE_OUTSIDE_CATEGORY } from '@portal/contract/edit/edit.ts'
import { descriptionProblem } from '@portal/contract/files/description.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'
import {
  mayDelete,
  mayEdit,
  mayRestore,
  refuseInBin,
  refuseOutsideBin,
} from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { refused, UNCHANGED, type Judge, type JudgeContext, type Judgment } from './judgment.ts'

/** The columns that an action wants in a document, or why it is refused. */
type Wish = (document: DocumentRow, context: JudgeContext) => DocumentChange | Refusal

/** Actions on columns, without links. */
export type ColumnAction = Exclude<
  RunAction,
  { readonly relationTypeId: number } | { readonly kind: 'assign' | 'comment' }
>

export function judgeColumns(action: ColumnAction): Judge {
  const wish = wishOf(action)
  return (context, documents) =>
    new Map(documents.map((document) => [document.id, judgeOne(document, context, wish)]))
}

function judgeOne(document: DocumentRow, context: JudgeContext, wish: Wish): Judgment {
  const wanted = wish(document, context)
  if (isRefusal(wanted)) return refused(wanted)
  const changed = columnChange(document, wanted, context.names)
  return changed ? { kind: 'changed', ...changed, link: null } : UNCHANGED
}

function isRefusal(wanted: DocumentChange | Refusal): wanted is Refusal {
  return 'sentence' in wanted
}

function wishOf(action: ColumnAction): Wish {
  if (action.kind === 'bin') {
    return (document, { person, now }) =>
      mayDelete(person, document) ??
      refuseInBin(document) ?? { deleted_at: now, deleted_by: person.accountId }
  }
  if (action.kind === 'restore') {
    return (document, { person }) =>
      mayRestore(person, document) ?? refuseOutsideBin(document) ?? { deleted_at: null }
  }
  return (document, context) => refuseEdit(document, context) ?? editOf(action, document, context)
}

/** Why a person may not edit a document now. */
export function refuseEdit(document: DocumentRow, { person }: Pick<JudgeContext, 'person'>): Refusal | null {
  return mayEdit(person, document) ?? refuseInBin(document)
}

function editOf(
  action: Exclude<ColumnAction, { kind: 'bin' | 'restore' }>,
  document: DocumentRow,
  { names }: JudgeContext,
): DocumentChange | Refusal {
  if (action.kind === 'status') return { status_id: action.statusId }
  if (action.kind === 'description') return describe(action, document)
  if (action.kind === 'type') {
    const isOfCategory = names.categoryOfType(action.typeId) === document.category_id
    return isOfCategory ? { type_id: action.typeId } : TYPE_OUTSIDE_CATEGORY
  }
  if (!names.isIndustrialRendition(document.type_id)) return NO_RENDITION
  if (action.kind === 'extended') return { extended: action.extended }
  const { renderedDate } = action
  return { rendered: renderedDate !== null, rendered_date: renderedDate }
}

/** A text that is already before the description is not added again, so that a repeated run changes nothing. */
function describe(
  { mode, text }: Extract<ColumnAction, { kind: 'description' }>,
  { description }: DocumentRow,
): DocumentChange | Refusal {
  if (mode === 'prefix' && `${description} `.startsWith(`${text} `)) return {}
  const whole = mode === 'set' ? text : `${text} ${description}`.trim()
  return descriptionProblem(whole) ?? { description: whole }
}
