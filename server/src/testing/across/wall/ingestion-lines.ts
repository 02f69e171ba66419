import { anybody, get, inCounty, type Line } from './line.ts'

/** On a nonexistent message. The room's own tests cover existing ones. */
const onMail = (act: string, payload: object): Line => ({
  ask: () => ({
    method: 'POST',
    url: `/api/admin/mailbox/00000000-0000-4000-8000-000000000000/${act}`,
    payload,
  }),
  status: anybody(404),
})

const previewOf = (part: string): Line => ({
  ask: get(() => `/admin/mailbox/00000000-0000-4000-8000-000000000000/preview${part}`),
  status: anybody(404),
})

/** Calls of the rooms ingestion, requests and start. */
export const ingestionLines: Readonly<Record<string, Line>> = {
  listMails: { ask: get(() => '/admin/mailbox?state=waiting'), status: anybody(200) },
  exportMails: { ask: get(() => '/admin/mailbox/export'), status: anybody(200) },
  getMail: { ask: get(() => '/admin/mailbox/00000000-0000-4000-8000-000000000000'), status: anybody(404) },
  previewMail: previewOf(''),
  getMailPageImage: previewOf('/pages/1'),
  getMailPageTexts: previewOf('/pages/1/text'),
  getMailBlocks: previewOf('/blocks'),
  listDroppedFiles: { ask: get(() => '/drop-folder/files'), status: anybody(200) },
  exportDroppedFiles: { ask: get(() => '/drop-folder/export'), status: anybody(200) },
  markDroppedFileDone: {
    ask: () => ({
      method: 'POST',
      url: '/api/drop-folder/files/00000000-0000-4000-8000-000000000000/done',
      payload: { at: '2026-03-01T00:00:00.000Z' },
    }),
    status: anybody(404),
  },
  reopenDroppedFile: {
    ask: () => ({
      method: 'DELETE',
      url: '/api/drop-folder/files/00000000-0000-4000-8000-000000000000/done',
    }),
    status: anybody(404),
  },
  countRequests: { ask: get(() => '/requests/counts'), status: anybody(200) },
  getStart: {
    ask: get(({ countyId }) => `/start?county=${countyId}`),
    across: (own) => get(() => '/start')(own),
    status: inCounty(),
  },
  acceptMail: onMail('accept', { countyID: 1, categoryID: 1, typeID: 1, description: '' }),
  refuseMail: onMail('refuse', { reason: 'Not a filing.', isTold: false }),
}
