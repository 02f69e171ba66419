import type { DocumentChange } from '../documents/document-changes.repository.ts'
import type { PartyLink } from '../documents/party-links.repository.ts'

/** A link to an owner or agent, as it is added or removed. */
export type LinkChange = PartyLink & { readonly isLinked: boolean }

/** The accounts that had a document before and after a change; null for nobody. */
export type AssigneeChange = {
  readonly from: number | null
  readonly to: number | null
  /** What an undo writes back with `to` (R24.41). Older reversals have none: the undo assigns then. */
  readonly origin?: { readonly by: number; readonly at: string }
}

/** What an undo writes back: the former assignee, the former values of the changed columns, and the opposite of a changed link. */
export type Reversal = {
  /** Only of an assignment, whose run leaves the versions of documents. */
  readonly assignee?: AssigneeChange
  /** Only of a comment, which the run added: its id. */
  readonly comment?: number
  readonly columns: Omit<DocumentChange, 'deleted_at' | 'deleted_by'> & {
    /** ISO 8601 if the document was in the bin. */
    readonly deleted_at?: string | null
  }
  readonly link: LinkChange | null
}
