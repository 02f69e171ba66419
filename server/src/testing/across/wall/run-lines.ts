import { randomUUID } from 'node:crypto'
import { anybody, get, inCounty, type Line } from './line.ts'

const post = (tail: string, payload: object = {}) =>
  ({ method: 'POST', url: `/api/runs${tail}`, payload }) as const

/** For a run of another person: success for administrators. */
const onOthersRun =
  (done = 200): Line['status'] =>
  ({ rights }) =>
    rights.has('portal.manage') ? done : 404

const restore = { kind: 'restore' }

/** Calls of the room runs. */
export const runLines: Readonly<Record<string, Line>> = {
  previewRun: {
    ask: ({ fileId }) => post('/preview', { selection: { ids: [fileId] }, action: restore }),
    across: (own, { fileId }) =>
      post('/preview', { selection: { ids: [own.fileId, fileId] }, action: restore }),
    status: anybody(200),
    onlyReads: true,
  },
  startRun: {
    ask: ({ countyId }) =>
      post('', { key: randomUUID(), selection: { filter: `countyId=${countyId}` }, action: restore }),
    status: inCounty(),
  },
  listRuns: { ask: get(() => '/runs'), status: anybody(200), tellsOwnActs: true },
  getRun: { ask: get(({ runNumber }) => `/runs/${runNumber}`), status: onOthersRun() },
  listRunDocuments: { ask: get(({ runNumber }) => `/runs/${runNumber}/documents`), status: onOthersRun() },
  stopRun: { ask: ({ runNumber }) => post(`/${runNumber}/stop`), status: onOthersRun() },
  // It has changed nothing.
  undoRun: {
    ask: ({ runNumber }) => post(`/${runNumber}/undo`, { key: randomUUID() }),
    status: onOthersRun(400),
  },
}
