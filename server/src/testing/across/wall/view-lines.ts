import { anybody, get, inCounty, onDocument, type Line } from './line.ts'
import { NOWHERE } from './place.ts'

const put = (tail: string, payload: object) => ({ method: 'PUT', url: `/api/views${tail}`, payload }) as const
const deletion = (id: number) => ({ method: 'DELETE', url: `/api/views/${id}` }) as const

/** Calls of the room views. */
export const viewLines: Readonly<Record<string, Line>> = {
  listViews: { ask: get(() => '/views'), status: anybody(200) },
  addView: {
    ask: ({ countyId }) => ({
      method: 'POST',
      url: '/api/views',
      payload: { name: '', query: '', audience: 'county', countyId },
    }),
    status: (who, countyId) =>
      who.rights.has('people.manage') && inCounty()(who, countyId) === 200 ? 400 : 403,
  },
  changeView: {
    ask: ({ viewId, word }) => put(`/${viewId}`, { name: `${word} views` }),
    status: (who, countyId) => {
      const seen = onDocument()(who, countyId)
      return seen === 200 && !who.rights.has('people.manage') ? 403 : seen
    },
  },
  deleteView: {
    ask: () => deletion(NOWHERE.viewId),
    across: (_own, { viewId }) => deletion(viewId),
    status: anybody(404),
  },
  orderViews: { ask: ({ viewId }) => put('/order', { ids: [viewId] }), status: anybody(200) },
  setDefaultView: { ask: ({ viewId }) => put('/default', { id: viewId }), status: onDocument() },
  setViewColumns: {
    ask: ({ viewId }) => put('/columns', { id: viewId, columns: [{ key: 'FileName', width: 200 }] }),
    status: onDocument(),
  },
  countViews: {
    ask: get(({ countyId }) => `/views/counts?county=${countyId}`),
    across: (own) => get(() => '/views/counts')(own),
    status: inCounty(),
  },
}
