import { conflict } from '../http/errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Does `work` and words the violation of a unique constraint as 409 with the sentence under the constraint's name.
 * The constraint decides, not a look beforehand: two who add the same at once cannot both succeed.
 */
export async function refusingDuplicates<T>(
  sentences: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = sentences[violatedConstraint(error) ?? '']
    throw sentence === undefined ? error : conflict(sentence)
  }
}

function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null
  return 'constraint' in error ? String(error.constraint) : null
}
