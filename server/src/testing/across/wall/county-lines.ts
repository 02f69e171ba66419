import { anybody, get, type Line } from './line.ts'
import { NOWHERE } from './place.ts'

/** On a nonexistent county. The room's own tests cover existing ones. */
const onCounty = (method: 'POST' | 'PATCH', tail: string, payload?: object): Line => ({
  ask: () => ({ method, url: `/api/admin/counties/${NOWHERE.countyId}${tail}`, ...(payload && { payload }) }),
  status: anybody(404),
})

const VALUES = { name: 'Loving', number: null, emailDomains: [], emailAddresses: [], contacts: '' }

/** Calls of the room counties. */
export const countyLines: Readonly<Record<string, Line>> = {
  listManagedCounties: {
    ask: get(({ word }) => `/admin/counties?search=${word}`),
    status: anybody(200),
  },
  exportCounties: {
    ask: get(({ word }) => `/admin/counties/export?search=${word}`),
    status: anybody(200),
  },
  addManagedCounty: {
    ask: () => ({ method: 'POST', url: '/api/admin/counties', payload: { ...VALUES, name: '' } }),
    status: anybody(400),
  },
  changeManagedCounty: onCounty('PATCH', '', VALUES),
  closeCounty: onCounty('POST', '/close'),
  openCounty: onCounty('POST', '/open'),
}
