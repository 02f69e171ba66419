import { sees } from './everybody.ts'
import { get, onDocument, type Line } from './line.ts'

/** Success for people who may edit documents; none of the callers is the uploader. */
const byEditor: Line['status'] = (who, countyId) => {
  if (!sees(who, countyId)) return 404
  return who.rights.has('documents.edit') ? 200 : 403
}

/** Calls of the room corrections. The third document of a place corrects its first one. */
export const correctionLines: Readonly<Record<string, Line>> = {
  getCorrections: {
    ask: get(({ infectedId }) => `/files/uploads/${infectedId}/corrections`),
    status: onDocument(),
    tellsOwnActs: true,
  },
  setCorrects: {
    ask: ({ infectedId, fileId }) => ({
      method: 'PUT',
      url: `/api/files/uploads/${infectedId}/corrects`,
      payload: { corrects: fileId },
    }),
    across: ({ infectedId }, { fileId }) => ({
      method: 'PUT',
      url: `/api/files/uploads/${infectedId}/corrects`,
      payload: { corrects: fileId },
    }),
    status: byEditor,
  },
  removeCorrects: {
    ask: ({ infectedId }) => ({ method: 'DELETE', url: `/api/files/uploads/${infectedId}/corrects` }),
    status: byEditor,
  },
}
