import { counted } from '../../engines/warnings/counted.ts'
import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import type { IntakeWorld } from './context.ts'
import { ownersOfExhaustedQuotas } from './upload-quota.ts'

type QuotaWorld = Pick<IntakeWorld, 'database' | 'settings' | 'clock' | 'dictionaries'>
type Code = 'county-quota-reached' | 'person-quota-reached'

const TOMORROW = 'New files will be processed tomorrow.'

/** Exhausted daily quotas. Counties are named; people are only counted. */
export const quotaWarnings: SlowWarningSource<QuotaWorld, Code> = {
  subject: 'days that are full',
  warnings: {
    'county-quota-reached': {
      advice:
        'Wait for the next day. To raise the limit, ask whoever runs the server (COUNTY_UPLOAD_MB_PER_DAY).',
    },
    'person-quota-reached': {
      advice: 'Wait for the next day. To raise the limit, ask whoever runs the server (UPLOAD_MB_PER_DAY).',
    },
  },
  async collect(world) {
    const owners = await ownersOfExhaustedQuotas(world)
    const countyIds = owners.filter(({ kind }) => kind === 'county').map(({ id }) => id)
    const people = owners.length - countyIds.length
    const names = await world.dictionaries.names(countyIds)
    const counties = countyIds.map((id) => {
      const name = names.countyName(id) ?? `County ${id}`
      const text = `${name} has reached its daily upload limit. ${TOMORROW}`
      return { code: 'county-quota-reached', text } as const
    })
    if (people === 0) return counties
    const text = `${counted(people, 'person has', 'people have')} reached the daily upload limit. ${TOMORROW}`
    return [...counties, { code: 'person-quota-reached', text }]
  },
}
