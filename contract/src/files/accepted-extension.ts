import { ACCEPTED_EXTENSIONS, type Extension } from '../limits.ts'

/** Returns the extension after the last dot, in lower case, if the portal accepts it; needs only the name. */
export function acceptedExtension(fileName: string): Extension | null {
  const dot = fileName.lastIndexOf('.')
  if (dot === -1) return null
  const extension = fileName.slice(dot + 1).toLowerCase()
  return ACCEPTED_EXTENSIONS.find((accepted) => accepted === extension) ?? null
}
