import { createHash } from 'node:crypto'
import { OWNER_COLUMNS } from '@portal/contract/owners/owners.ts'
import type { InjectOptions } from 'fastify'
import { SAMPLE_FILES } from '../../sample-files.ts'
import { anybody, get, inCounty, onDocument, type Line } from './line.ts'

/** Every document of every place has these bytes. */
const SAME_BYTES = createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex')

const askForDuplicates = (county: { readonly countyId?: number }): InjectOptions => ({
  method: 'POST',
  url: '/api/files/twins',
  payload: { hashes: [SAME_BYTES], ...county },
})

/** Calls of the rooms lookups, files and owners that read lists. */
export const listLines: Readonly<Record<string, Line>> = {
  listCounties: { ask: get(() => '/lookup/counties'), status: anybody(200) },
  listCategories: { ask: get(() => '/lookup/categories'), status: anybody(200) },
  listTypes: { ask: get(() => '/lookup/types'), status: anybody(200) },
  listTypesOfCategory: { ask: get(() => '/lookup/types/1'), status: anybody(200) },
  listRelationTypes: { ask: get(() => '/lookup/relation-types'), status: anybody(200) },
  listOrganizations: {
    ask: get(({ countyId }) => `/lookup/OrganizationName?county=${countyId}`),
    across: (own, { word }) => get(() => `/lookup/OrganizationName?term=${word}`)(own),
    status: inCounty(),
  },
  listAgents: {
    ask: get(() => '/lookup/AgentNames?term=tax'),
    across: (own, { word }) => get(() => `/lookup/AgentNames?term=${word}`)(own),
    status: anybody(200),
  },
  listUploads: {
    ask: get(({ countyId }) => `/files/uploads?countyId=${countyId}`),
    across: (own) => get(() => '/files/uploads?page=1&pageSize=2')(own),
    status: inCounty(),
  },
  exportUploads: {
    ask: get(({ countyId }) => `/files/export?countyId=${countyId}`),
    across: (own, { partyNumber }) => get(() => `/files/export?ownerNbr=${partyNumber}`)(own),
    status: inCounty(),
  },
  listFirstOwners: {
    ask: get(({ fileId }) => `/files/owners?ids=${fileId}`),
    across: (own, other) => get(() => `/files/owners?ids=${own.fileId},${other.fileId}`)(own),
    status: anybody(200),
  },
  searchAll: {
    ask: get(({ word }) => `/search?q=${word}`),
    across: (own, { word }) => get(() => `/search?q=${word}`)(own),
    status: anybody(200),
  },
  listVirusChecks: { ask: get(() => '/virus-checks'), status: anybody(200) },
  exportVirusChecks: { ask: get(() => '/virus-checks/export'), status: anybody(200) },
  listUnopenable: {
    ask: get(({ fileId, infectedId }) => `/virus-checks/states?ids=${fileId},${infectedId}`),
    across: (own, other) => get(() => `/virus-checks/states?ids=${own.infectedId},${other.infectedId}`)(own),
    status: anybody(200),
  },
  findTwins: {
    ask: ({ countyId }) => askForDuplicates({ countyId }),
    across: () => askForDuplicates({}),
    status: inCounty(),
    onlyReads: true,
  },
  listTwins: { ask: get(({ fileId }) => `/files/uploads/${fileId}/twins`), status: onDocument() },
  listDeletedFiles: { ask: get(() => '/files/uploads/recyclebin'), status: anybody(200) },
  exportDeletedFiles: {
    ask: get(({ countyId }) => `/files/uploads/recyclebin/export?countyId=${countyId}`),
    across: get(() => '/files/uploads/recyclebin/export'),
    status: inCounty(),
  },
  listOwners: {
    ask: get(({ countyId }) => `/owners/owner-details?appraisalYear=2026&countyId=${countyId}`),
    across: ({ countyId }) => ({
      method: 'GET',
      url: `/api/owners/owner-details?appraisalYear=2026&countyId=${countyId}`,
      headers: { accept: OWNER_COLUMNS },
    }),
    status: inCounty(),
  },
  listOwnerAttachments: {
    ask: get(
      ({ partyNumber, countyId }) => `/owners/owner-attachments?${owner(partyNumber)}&countyId=${countyId}`,
    ),
    across: (own, { partyNumber }) => get(() => `/owners/owner-attachments?${owner(partyNumber)}`)(own),
    status: inCounty(),
  },
  exportOwners: {
    ask: get(({ countyId }) => `/owners/export?appraisalYear=2026&countyId=${countyId}`),
    status: inCounty(),
  },
  viewOwnerAttachment: {
    ask: get(
      ({ partyNumber, countyId, fileName }) =>
        `/owners/owner-attachments/view?${owner(partyNumber)}&countyId=${countyId}&name=${fileName}`,
    ),
    across: (own, { partyNumber, fileName }) =>
      get(() => `/owners/owner-attachments/view?${owner(partyNumber)}&name=${fileName}`)(own),
    status: inCounty(),
  },
}

function owner(partyNumber: number): string {
  return `ownerNbr=${partyNumber}&appraisalYear=2026`
}
