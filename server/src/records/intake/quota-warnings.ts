import type { IntakeWorld } from './context.ts'
import { ownersOfExhaustedQuotas } from './exhausted-quotas.ts'

/** What waits for the next day, as sentences; no person is named, for everybody may ask for it. */
export async function quotaWarnings(
  world: Pick<IntakeWorld, 'database' | 'settings' | 'clock' | 'dictionaries'>,
): Promise<string[]> {
  const owners = await ownersOfExhaustedQuotas(world)
  const countyIds = owners.filter(({ kind }) => kind === 'county').map(({ id }) => id)
  const persons = owners.length - countyIds.length
  const names = await world.dictionaries.names(countyIds)
  return [
    ...countyIds.map(
      (id) =>
        `The day of ${names.countyName(id) ?? `county ${id}`} is full (COUNTY_UPLOAD_MB_PER_DAY): what came for it since then waits for the next day.`,
    ),
    ...(persons > 0
      ? [
          `The day of ${persons.toLocaleString('en-US')} person(s) is full (UPLOAD_MB_PER_DAY): what they sent since then waits for the next day.`,
        ]
      : []),
  ]
}
