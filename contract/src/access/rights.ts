/** What a person may do beyond signing in and seeing; which counties they do it in is a matter of its own. */
export const RIGHTS = [
  /** Upload, and delete and restore what they uploaded. */
  'documents.add',
  /** Set status, description, type and rendered facts, and link owners and agents. */
  'documents.edit',
  /** Delete and restore what others uploaded. */
  'documents.manage',
  /** Invite people, change and disable them. */
  'people.manage',
  /** Read what happened. */
  'audit.read',
  /** Add, rename and close counties, and see to the work in the background. */
  'portal.manage',
] as const
export type Right = (typeof RIGHTS)[number]
