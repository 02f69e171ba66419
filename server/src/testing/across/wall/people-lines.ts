import { anybody, get, inCounty, type Line } from './line.ts'
import { NOWHERE } from './place.ts'

/** On a person who does not exist or belongs to another county. The room's own tests cover the others. */
const onPerson = (method: 'POST' | 'PATCH', tail: string, payload?: object): Line => {
  const request = (accountId: number) => ({
    method,
    url: `/api/admin/people/${accountId}${tail}`,
    ...(payload && { payload }),
  })
  return {
    ask: () => request(NOWHERE.accountId),
    across: (_own, { accountId }) => request(accountId),
    status: anybody(404),
  }
}

/** Calls of the room people. */
export const peopleLines: Readonly<Record<string, Line>> = {
  listPeople: {
    ask: get(({ countyId }) => `/admin/people?countyId=${countyId}`),
    across: (own, { word }) => get(() => `/admin/people?search=${word}`)(own),
    status: inCounty(),
  },
  exportPeople: {
    ask: get(({ countyId }) => `/admin/people/export?countyId=${countyId}`),
    across: (own, { word }) => get(() => `/admin/people/export?search=${word}`)(own),
    status: inCounty(),
  },
  invitePeople: {
    ask: ({ countyId }) => ({
      method: 'POST',
      url: '/api/admin/people/invitations',
      payload: { lines: ['no address'], role: 'user', countyIds: [countyId] },
    }),
    status: inCounty(),
  },
  changePerson: onPerson('PATCH', '', { role: 'user', countyIds: [] }),
  disablePerson: onPerson('POST', '/disable'),
  enablePerson: onPerson('POST', '/enable'),
  endSessionsOf: onPerson('POST', '/end-sessions'),
  resetSecondFactor: onPerson('POST', '/reset-second-factor'),
  sendPasswordLink: onPerson('POST', '/password-link'),
}
