import { anybody, get, inCounty, onDocument, type Line } from './line.ts'

/** Calls of the room history. */
export const historyLines: Readonly<Record<string, Line>> = {
  listHistory: {
    ask: get(({ countyId }) => `/admin/history?countyId=${countyId}`),
    across: (own, { email }) => get(() => `/admin/history?person=${email}`)(own),
    status: inCounty(),
    tellsOwnActs: true,
  },
  listKindsOfActs: { ask: get(() => '/admin/history/kinds'), status: anybody(200) },
  exportHistory: {
    ask: get(({ countyId }) => `/admin/history/export?countyId=${countyId}`),
    across: (own, { fileId }) => get(() => `/admin/history/export?fileId=${fileId}`)(own),
    status: inCounty(),
    tellsOwnActs: true,
  },
  listEvents: { ask: get(() => '/events?limit=200'), status: anybody(200), tellsOwnActs: true },
  getDocumentHistory: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/history`),
    status: onDocument(),
    tellsOwnActs: true,
  },
  exportDocumentHistory: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/history/csv`),
    status: onDocument(),
    tellsOwnActs: true,
  },
  getDocumentHistoryPdf: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/history/pdf`),
    status: onDocument(),
    tellsOwnActs: true,
  },
}
