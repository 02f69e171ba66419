import { sees } from './everybody.ts'
import { get, onDocument, type Line } from './line.ts'

/** For people who may edit documents; none of the callers is the uploader. */
const byEditor =
  (status: number): Line['status'] =>
  (who, countyId) => {
    if (!sees(who, countyId)) return 404
    return who.rights.has('documents.edit') ? status : 403
  }

/** Calls of the room corrections. The third document of a place corrects its first one. */
export const correctionLines: Readonly<Record<string, Line>> = {
  getCorrections: {
    ask: get(({ infectedId }) => `/files/uploads/${infectedId}/corrections`),
    status: onDocument(),
    tellsOwnActs: true,
  },
  // No file corrects itself, so that the call can be repeated.
  setCorrects: {
    ask: ({ infectedId }) => ({
      method: 'PUT',
      url: `/api/files/uploads/${infectedId}/corrects`,
      payload: { corrects: infectedId },
    }),
    across: ({ infectedId }, { fileId }) => ({
      method: 'PUT',
      url: `/api/files/uploads/${infectedId}/corrects`,
      payload: { corrects: fileId },
    }),
    status: byEditor(400),
  },
  removeCorrects: {
    ask: ({ infectedId }) => ({ method: 'DELETE', url: `/api/files/uploads/${infectedId}/corrects` }),
    status: byEditor(200),
  },
}
