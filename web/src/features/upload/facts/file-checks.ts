import { sentenceOf } from '@portal/contract/error.ts'
import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import { MAX_FILES_PER_BATCH, MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { FILE_EMPTY, FILE_TOO_LARGE, NOT_ACCEPTED } from '@portal/contract/files/upload-errors.ts'

export const TOO_MANY_FILES = `Please choose at most ${MAX_FILES_PER_BATCH} files.`

/** The part of a browser's `File` that the checks need; `path` is its path inside a dropped folder. */
export type ChosenFile = {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  readonly path?: string
}

/** The sentence that rejects a file before it is sent, or null for an acceptable one. The server checks the content. */
export function fileProblem(
  { name: fileName, size }: ChosenFile,
  maxBytes = MAX_UPLOAD_BYTES,
): string | null {
  if (acceptedExtension(fileName) === null) return sentenceOf(NOT_ACCEPTED, { fileName })
  const megabytes = maxBytes / (1024 * 1024)
  if (size > maxBytes) return sentenceOf(FILE_TOO_LARGE, { fileName, megabytes })
  if (size === 0) return sentenceOf(FILE_EMPTY, { fileName })
  return null
}

/** Two choices are the same file if name, size, modification time and path are equal. */
function identityOf(file: ChosenFile): string {
  const place = (file.path ?? file.name).replace(/^\.?\//u, '')
  return JSON.stringify([file.name, file.size, file.lastModified, place])
}

export type FileSelection<F> = {
  readonly kept: readonly F[]
  /** One sentence for each rejected file, and one if the batch would be too big. */
  readonly problems: readonly string[]
  /** Names of files that are already in the list. */
  readonly repeated: readonly string[]
}

/**
 * Checks dropped or picked files against the rules and the list. A selection that would make the batch too big is
 * rejected as a whole, because the user could not tell which files were left out.
 */
export function selectFiles<F extends ChosenFile>(
  chosen: readonly F[],
  listed: readonly ChosenFile[],
  maxBytes = MAX_UPLOAD_BYTES,
): FileSelection<F> {
  const known = new Set(listed.map(identityOf))
  const kept: F[] = []
  const problems: string[] = []
  const repeated: string[] = []
  for (const file of chosen) {
    const problem = fileProblem(file, maxBytes)
    if (problem !== null) problems.push(problem)
    else if (known.has(identityOf(file))) repeated.push(file.name)
    else {
      known.add(identityOf(file))
      kept.push(file)
    }
  }
  if (listed.length + kept.length <= MAX_FILES_PER_BATCH)
    return { kept, problems: unique(problems), repeated }
  return { kept: [], problems: unique([...problems, TOO_MANY_FILES]), repeated }
}

/** Removes repeated sentences: files of the same name in two folders get the same one. */
function unique(sentences: readonly string[]): string[] {
  return [...new Set(sentences)]
}

/** Bytes: a browser decodes a whole picture before it draws it. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024

const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg'])

/** How the browser can show a chosen file without the server. */
export function kindOfPreview({
  name,
  size,
}: Pick<ChosenFile, 'name' | 'size'>): 'picture' | 'text' | 'none' {
  const extension = acceptedExtension(name)
  if (extension === 'eml') return 'text'
  return extension !== null && PICTURES.has(extension) && size <= MAX_PICTURE_BYTES ? 'picture' : 'none'
}
