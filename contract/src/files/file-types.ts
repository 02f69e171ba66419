/** Groups of the accepted file types. */
export const FILE_TYPES = ['pdf', 'image', 'word', 'excel', 'email'] as const

export type FileType = (typeof FILE_TYPES)[number]

/** The name of each group on screens. */
export const FILE_TYPE_NAMES: Readonly<Record<FileType, string>> = {
  pdf: 'PDF',
  image: 'Picture or scan',
  word: 'Word',
  excel: 'Excel',
  email: 'E-mail',
}
