import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../../records/access/actor.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import type { CurrentAssignee } from '../../records/documents/assignees/assignees.repository.ts'
import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { AssigneeChange, LinkChange } from '../../records/runs/reversal.ts'

/** What an action makes of one document. */
export type Judgment =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed'
      readonly change: DocumentChange
      readonly entries: readonly DocumentEntry[]
      readonly link: LinkChange | null
    }
  | {
      readonly kind: 'changed'
      readonly change: 'beside'
      readonly entries: readonly DocumentEntry[]
      readonly assignee: AssigneeChange
      /** Who has the document until then. */
      readonly before: CurrentAssignee | null
    }
  | { readonly kind: 'changed'; readonly change: 'comment'; readonly comment: CommentChange }

/** A comment to add, or the id of one to delete. */
export type CommentChange = { readonly text: string } | { readonly id: number }

export const UNCHANGED: Judgment = { kind: 'unchanged' }

export function refused(refusal: Refusal): Judgment {
  return { kind: 'refused', refusal }
}

/** The person whose rights decide, and what a judge reads. */
export type JudgeContext = {
  readonly person: Person
  readonly names: Names
  readonly now: Date
  /** The transaction of the change, or of the preview. */
  readonly db: Transaction<DB>
  /** Locks the owners that are linked until the transaction ends. */
  readonly isChange: boolean
}

/** Judges documents that the person sees, each in its present state. Returns the judgment of each, by id. */
export type Judge = (
  context: JudgeContext,
  documents: readonly DocumentRow[],
) => ReadonlyMap<number, Judgment> | Promise<ReadonlyMap<number, Judgment>>
