/** The key of every page of the list; a change of a document invalidates them all. */
export const UPLOADS_KEY = ['files', 'uploads'] as const
