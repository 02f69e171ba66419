import type { Engines } from '../../../engines/engines.ts'
import { countScans } from './scan.repository.ts'

/** What people who run the portal should know of the looking for viruses, as sentences. */
export async function scanWarnings({
  scanner,
  database,
}: Pick<Engines, 'scanner' | 'database'>): Promise<string[]> {
  const { waiting, inTrouble } = await countScans(database.kysely)
  const warnings: string[] = []
  const since = scanner?.awaySince()
  if (since) warnings.push(`The virus scanner has not answered since ${since.toISOString()}.`)
  if (waiting > 0) {
    const hope = scanner === null ? ', but CLAMD_URL is not set: set it again' : ''
    warnings.push(`${many(waiting)} cannot be opened before the virus scanner found them clean${hope}.`)
  }
  if (inTrouble > 0) {
    warnings.push(
      `${many(inTrouble)} could not be checked to the end: too large for the virus scanner, or it failed on them. See portal scan.`,
    )
  }
  return warnings
}

function many(count: number): string {
  return `${count.toLocaleString('en-US')} document(s)`
}
