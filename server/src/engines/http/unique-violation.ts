import type { PortalError } from './errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Does `work` and throws, for the violation of a unique constraint, the refusal under the constraint's name.
 * The constraint decides, not a look beforehand: two who add the same at once cannot both succeed.
 */
export async function refusingDuplicates<T>(
  refusals: Readonly<Record<string, PortalError>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusals[violatedConstraint(error) ?? ''] ?? error
  }
}

function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null
  return 'constraint' in error ? String(error.constraint) : null
}
