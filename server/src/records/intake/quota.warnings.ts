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
      advice: 'Wait for the next day, or raise COUNTY_UPLOAD_MB_PER_DAY and restart the portal.',
    },
    'person-quota-reached': {
      advice: 'Wait for the next day, or raise UPLOAD_MB_PER_DAY and restart the portal.',
    },
  },
  async collect(world) {
    const owners = await ownersOfExhaustedQuotas(world)
    const countyIds = owners.filter(({ kind }) => kind === 'county').map(({ id }) => id)
    const people = owners.length - countyIds.length
    const names = await world.dictionaries.names(countyIds)
    const counties = countyIds.map((id) => {
      const name = names.countyName(id) ?? `County ${id}`
      const text = `${name} has reached its daily upload limit (COUNTY_UPLOAD_MB_PER_DAY). ${TOMORROW}`
      return { code: 'county-quota-reached', text } as const
    })
    if (people === 0) return counties
    const text = `${people.toLocaleString('en-US')} person(s) reached the daily upload limit (UPLOAD_MB_PER_DAY). ${TOMORROW}`
    return [...counties, { code: 'person-quota-reached', text }]
  },
}
