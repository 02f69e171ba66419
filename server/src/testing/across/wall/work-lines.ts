import { anybody, get, onDocument, type Line } from './line.ts'

/** Calls of the room work. */
export const workLines: Readonly<Record<string, Line>> = {
  getAssignee: { ask: get(({ fileId }) => `/files/uploads/${fileId}/assignee`), status: onDocument() },
  setAssignee: {
    ask: ({ fileId }) => ({
      method: 'PUT',
      url: `/api/files/uploads/${fileId}/assignee`,
      payload: { assignTo: 'me' },
    }),
    status: onDocument(),
  },
  listAssignees: { ask: get(({ infectedId }) => `/files/assignees?ids=${infectedId}`), status: anybody(200) },
  listAssigned: { ask: get(() => '/work/assigned'), status: anybody(200), tellsOwnActs: true },
  listRejected: { ask: get(() => '/work/rejected'), status: anybody(200) },
  countWork: { ask: get(() => '/work/count'), status: anybody(200), tellsOwnActs: true },
  searchAssignable: { ask: get(({ fileId }) => `/work/people?fileId=${fileId}`), status: onDocument() },
}
