import type { InjectOptions } from 'fastify'
import { anybody, get, inCounty, onDocument, onOthersDocument, type Line } from './line.ts'
import { formFor, type Place } from './place.ts'
import { FACTS, metadataOf, TUS } from '../../tus-calls.ts'

const RESUMABLE = '/files/resumable'
const NO_RESUMABLE = `${RESUMABLE}/6f1d6a0e-3c2b-4c8e-9b1a-0d9f5e7a1c34`

type Change = { readonly method: 'PATCH' | 'POST' | 'DELETE'; readonly payload?: object }

const change = ({ method, payload }: Change, url: string): InjectOptions => ({
  method,
  url: `/api${url}`,
  ...(payload && { payload }),
})
const edit = ({ fileId }: Pick<Place, 'fileId'>, part: string, payload: object): InjectOptions =>
  change({ method: 'PATCH', payload }, `/status/uploads/${fileId}/${part}`)
const editing = (part: string, payload: object): Line => ({
  ask: (place) => edit(place, part, payload),
  status: onDocument(),
})
const reading = (part: string): Line => ({
  ask: get(({ fileId }) => `/status/uploads/${fileId}/${part}`),
  status: onDocument(),
})

/** Calls of the rooms files, edit and recycle-bin on documents. */
export const documentLines: Readonly<Record<string, Line>> = {
  uploadFile: {
    ask: (place) => ({ method: 'POST', url: '/api/files/upload', ...formFor(place) }),
    status: inCounty(),
  },
  tellTus: { ask: () => ({ method: 'OPTIONS', url: `/api${RESUMABLE}` }), status: anybody(204) },
  beginResumable: {
    ask: ({ countyId }) => ({
      method: 'POST',
      url: `/api${RESUMABLE}`,
      headers: {
        ...TUS,
        'upload-length': '1000',
        'upload-metadata': metadataOf({ filename: 'a.pdf', ...FACTS, countyId: String(countyId) }),
      },
    }),
    status: inCounty(201),
  },
  // No upload has this key. Uploads are visible to their sender only, which the tests of the room cover.
  listResumable: { ask: get(() => `${RESUMABLE}?senderKeys=nobodys`), status: anybody(200) },
  readResumable: { ask: get(() => NO_RESUMABLE), status: anybody(404) },
  appendToResumable: {
    ask: () => ({
      method: 'PATCH',
      url: `/api${NO_RESUMABLE}`,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: 'bytes',
    }),
    status: anybody(404),
  },
  endResumable: {
    ask: () => ({ method: 'DELETE', url: `/api${NO_RESUMABLE}`, headers: TUS }),
    status: anybody(404),
  },
  downloadUpload: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/download`),
    status: onDocument(),
  },
  getDocumentFacts: { ask: get(({ fileId }) => `/files/uploads/${fileId}/facts`), status: onDocument() },
  getSuggestions: { ask: get(({ fileId }) => `/files/uploads/${fileId}/suggestions`), status: onDocument() },
  previewUpload: { ask: get(({ fileId }) => `/files/uploads/${fileId}/preview`), status: onDocument() },
  getPageImage: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/preview/pages/1`),
    status: onDocument(),
  },
  getPageTexts: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/preview/pages/1/text`),
    status: onDocument(),
  },
  // It is a PDF, which has pages instead.
  getPreviewBlocks: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/preview/blocks`),
    status: onDocument(409),
  },
  deleteUpload: {
    ask: ({ fileId }) => change({ method: 'DELETE' }, `/files/uploads/${fileId}`),
    status: onOthersDocument(),
  },
  // This portal has no scanner, so nothing can be scanned again.
  checkAgain: {
    ask: ({ infectedId }) => change({ method: 'POST' }, `/virus-checks/${infectedId}/again`),
    status: anybody(409),
  },
  removeInfected: {
    ask: () => change({ method: 'DELETE' }, '/virus-checks/6f1d6a0e-3c2b-4c8e-9b1a-0d9f5e7a1c34'),
    status: anybody(404),
  },
  getMetadata: reading('metadata'),
  getDescriptionTypes: reading('descriptiontypes'),
  getRendered: reading('rendered'),
  getOwners: reading('owners'),
  getAgents: reading('agents'),
  patchDescriptionTypes: editing('descriptiontypes', { description: 'Received by mail' }),
  patchRendered: editing('rendered', { rendered: true, renderedDate: '2026-04-15' }),
  patchStatus: {
    ...editing('status', { statusId: 2 }),
    across: (own, { partyNumber }) =>
      edit(own, 'status', { statusId: 2, owners: [{ partyNumber, relationTypeId: 1 }] }),
  },
  patchAgents: {
    ...editing('agents', { agents: [] }),
    across: (own, { agentName, legacyCode }) =>
      edit(own, 'agents', { agents: [{ agentName, legacyCode, relationTypeId: 1 }] }),
  },
  dismissNamedOwner: {
    ask: ({ fileId }) => change({ method: 'DELETE' }, `/status/uploads/${fileId}/named-owner`),
    // Its sender named none.
    status: anybody(404),
  },
  unlinkOwner: {
    ask: ({ fileId, partyNumber }) =>
      change({ method: 'DELETE' }, `/status/uploads/${fileId}/owners/${partyNumber}/2`),
    across: ({ fileId }, { partyNumber }) =>
      change({ method: 'DELETE' }, `/status/uploads/${fileId}/owners/${partyNumber}/1`),
    // The document is linked to that owner by another relation, or not at all.
    status: anybody(404),
  },
  unlinkAgent: {
    ask: ({ fileId, agentNumber }) =>
      change({ method: 'DELETE' }, `/status/uploads/${fileId}/agents/${agentNumber}/2`),
    across: ({ fileId }, { agentNumber }) =>
      change({ method: 'DELETE' }, `/status/uploads/${fileId}/agents/${agentNumber}/1`),
    status: anybody(404),
  },
  // None of these documents is in a bin: they are visible but another person's, hidden, or in the wrong state.
  restoreFile: {
    ask: ({ fileId }) => change({ method: 'PATCH' }, `/files/uploads/${fileId}/restore`),
    across: (_own, { deletedId }) => change({ method: 'PATCH' }, `/files/uploads/${deletedId}/restore`),
    status: onOthersDocument(409),
  },
  deletePermanently: {
    ask: ({ fileId }) => change({ method: 'DELETE' }, `/files/uploads/${fileId}/permanent`),
    across: (_own, { deletedId }) => change({ method: 'DELETE' }, `/files/uploads/${deletedId}/permanent`),
    status: onOthersDocument(409),
  },
  deleteManyPermanently: {
    ask: ({ fileId }) => change({ method: 'DELETE', payload: { ids: [fileId] } }, '/files/uploads/bulk'),
    across: (_own, { deletedId, fileId }) =>
      change({ method: 'DELETE', payload: { ids: [deletedId, fileId] } }, '/files/uploads/bulk'),
    // A hidden document counts as gone.
    status: onOthersDocument(409, 200),
  },
}
