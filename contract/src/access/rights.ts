/** What a person may do beyond signing in and reading. Which counties a right covers is decided separately. */
export const RIGHTS = [
  /** Upload, and delete and restore their own uploads. */
  'documents.add',
  /** Set status, description, type and rendered facts, and link owners and agents. */
  'documents.edit',
  /** Delete and restore other people's uploads. */
  'documents.manage',
  /** Invite people, change and disable them. */
  'people.manage',
  /** Read the activity. */
  'audit.read',
  /** Add, rename and close counties, and manage background jobs. */
  'portal.manage',
] as const
export type Right = (typeof RIGHTS)[number]
