import {
  getAgents,
  getOwners,
  patchAgents,
  unlinkAgent,
  unlinkOwner,
} from '@portal/contract/edit/edit-links.ts'
import { getRendered, patchRendered } from '@portal/contract/edit/edit-rendered.ts'
import {
  getDescriptionTypes,
  getMetadata,
  patchDescriptionTypes,
  patchStatus,
} from '@portal/contract/edit/edit.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { AUDIT_AS_TOLD } from './audit-as-told.ts'
import { storeDocument } from './store-document.ts'
import type { PortalOptions, TestPortal } from './test-portal.ts'

/** A portal with a county and an administrator, who edits its documents. */
export const REEVES = {
  cast: {
    counties: { reeves: 'Reeves' },
    people: { administrator: { email: 'admin@staff.example', role: 'administrator' } },
  },
} as const satisfies PortalOptions

export type EditCalls = ReturnType<typeof editCalls>

const READING = {
  metadata: getMetadata,
  descriptiontypes: getDescriptionTypes,
  rendered: getRendered,
  owners: getOwners,
  agents: getAgents,
}
const CHANGING = {
  descriptiontypes: patchDescriptionTypes,
  status: patchStatus,
  rendered: patchRendered,
  agents: patchAgents,
}
const versioned = (ifMatch: string | undefined) => (ifMatch === undefined ? {} : { 'if-match': ifMatch })

type Document = { countyId?: number | null; typeId?: number; categoryId?: number }

/** The calls of the edit dialog, as the administrator. */
export function editCalls(portal: TestPortal<typeof REEVES>) {
  const { reeves } = portal.counties
  const { administrator } = portal.people
  const call = (endpoint: Endpoint, id: number, more = {}) =>
    portal.call(administrator, endpoint, { params: { id }, ...more })
  return {
    /** Uploads an Industrial rendition by default. */
    upload: ({ countyId = reeves, typeId = 1, categoryId = 1 }: Document = {}) =>
      storeDocument(portal, administrator, {
        fileName: 'r.pdf',
        categoryId,
        typeId,
        description: 'First words',
        ...(countyId !== null && { countyId }),
      }),
    read: (id: number, part: keyof typeof READING) => call(READING[part], id),
    patch: (id: number, part: keyof typeof CHANGING, payload: object, ifMatch?: string) =>
      call(CHANGING[part], id, { payload, headers: versioned(ifMatch) }),
    /** `link` is for example 'owners/100/1': the kind, the party and the relation. */
    unlink(id: number, link: string, ifMatch?: string) {
      const [kind, number, relationTypeId] = link.split('/')
      const params = { id, partyNumber: number, agentNbr: number, relationTypeId }
      const endpoint = kind === 'owners' ? unlinkOwner : unlinkAgent
      return call(endpoint, id, { params, headers: versioned(ifMatch) })
    },
    moveToBin: (id: number) => portal.call(administrator, deleteUpload, { params: { fileId: id } }),
    /** The audit actions of a document, in order. */
    async auditActionsOf(id: number): Promise<string[]> {
      const { rows } = await portal.pool.query<{ what: string }>(
        `SELECT what FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 ORDER BY id`,
        [id],
      )
      return rows.map((row) => row.what)
    },
    /** Before and after of the newest record about a document. */
    async lastChangeOf(id: number): Promise<{ what: string; before: unknown; after: unknown } | undefined> {
      const { rows } = await portal.pool.query<{ what: string; before: unknown; after: unknown }>(
        `SELECT what, before, after FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 ORDER BY id DESC LIMIT 1`,
        [id],
      )
      return rows[0]
    },
  }
}
