import type { PortalError } from './errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Runs `work`. When it violates a unique constraint, throws the refusal listed under the constraint's name. The
 * constraint decides, not an earlier check: two simultaneous additions cannot both succeed.
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
