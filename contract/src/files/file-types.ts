/** Groups of the accepted file types. */
export const FILE_TYPES = ['pdf', 'image', 'word', 'excel', 'email'] as const

export type FileType = (typeof FILE_TYPES)[number]
