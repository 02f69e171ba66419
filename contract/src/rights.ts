/** What a person may do beyond signing in; which counties they do it in is a matter of its own. */
export type Right =
  /** Set status, description, type and rendered facts, and link owners and agents. */
  | 'documents.edit'
  /** Delete and restore what others uploaded. */
  | 'documents.manage'
