import { notAccepted, tooLarge } from '@portal/contract/files.ts'
import { ACCEPTED_EXTENSIONS, MAX_FILES_PER_BATCH, MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'

export const TOO_MANY_FILES = `Please choose at most ${MAX_FILES_PER_BATCH} files.`

/** The part of a browser's `File` that the checks need; `path` is where in a dropped folder it lay. */
export type ChosenFile = {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  readonly path?: string
}

const ACCEPTED: ReadonlySet<string> = new Set(ACCEPTED_EXTENSIONS)

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** The sentence that refuses a file before it is sent, or null for a good one. The server looks into the content. */
export function fileProblem(file: ChosenFile): string | null {
  if (!ACCEPTED.has(extensionOf(file.name))) return notAccepted(file.name)
  if (file.size > MAX_UPLOAD_BYTES) return tooLarge(file.name)
  if (file.size === 0) return `${file.name} is empty.`
  return null
}

/** The same file chosen twice has the same name, size, time of change and place. */
function identityOf(file: ChosenFile): string {
  const place = (file.path ?? file.name).replace(/^\.?\//u, '')
  return JSON.stringify([file.name, file.size, file.lastModified, place])
}

export type SortedOut<F> = {
  readonly kept: readonly F[]
  /** One sentence for each file that is refused, and one for a batch that would be too big. */
  readonly problems: readonly string[]
  /** Names of files that stand in the list already. */
  readonly repeated: readonly string[]
}

/**
 * Sorts out what was dropped or picked, next to what stands in the list already.
 * A choice that would make the batch too big is refused whole: nobody could tell which files were left behind.
 */
export function sortOut<F extends ChosenFile>(
  chosen: readonly F[],
  standing: readonly ChosenFile[],
): SortedOut<F> {
  const known = new Set(standing.map(identityOf))
  const kept: F[] = []
  const problems: string[] = []
  const repeated: string[] = []
  for (const file of chosen) {
    const problem = fileProblem(file)
    if (problem !== null) problems.push(problem)
    else if (known.has(identityOf(file))) repeated.push(file.name)
    else {
      known.add(identityOf(file))
      kept.push(file)
    }
  }
  if (standing.length + kept.length <= MAX_FILES_PER_BATCH)
    return { kept, problems: unique(problems), repeated }
  return { kept: [], problems: unique([...problems, TOO_MANY_FILES]), repeated }
}

/** Files of the same name in two folders are refused with the same sentence. */
function unique(sentences: readonly string[]): string[] {
  return [...new Set(sentences)]
}
