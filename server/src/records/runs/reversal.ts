import type { DocumentChange } from '../documents/document-changes.repository.ts'
import type { PartyLink } from '../documents/party-links.repository.ts'

/** A link to an owner or agent, as it is added or removed. */
export type LinkChange = PartyLink & { readonly isLinked: boolean }

/** What an undo writes back: the former values of the changed columns, and the opposite of a changed link. */
export type Reversal = {
  readonly columns: Omit<DocumentChange, 'deleted_at' | 'deleted_by'> & {
    /** ISO 8601 if the document was in the bin. */
    readonly deleted_at?: string | null
  }
  readonly link: LinkChange | null
}
