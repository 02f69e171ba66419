import { getAgents, getOwners, patchAgents, unlinkAgent, unlinkOwner } from '@portal/contract/edit-links.ts'
import { getRendered, patchRendered } from '@portal/contract/edit-rendered.ts'
import {
  getDescriptionTypes,
  getMetadata,
  patchDescriptionTypes,
  patchStatus,
} from '@portal/contract/edit.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { deleteUpload, uploadFile } from '@portal/contract/files.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { AUDIT_AS_TOLD } from './audit-as-told.ts'
import { testPortal, type TestPerson, type TestPortal } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

export type EditPortal = Awaited<ReturnType<typeof editPortal>>

/** A portal with a county and an administrator, and the calls of the edit dialog. */
export async function editPortal() {
  const portal = await testPortal()
  const countyId = (await portal.addCounty('Reeves')).CountyID
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  return {
    portal,
    countyId,
    administrator,
    close: () => portal.close(),
    ...calls(portal, administrator, countyId),
  }
}

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

function calls(portal: TestPortal, administrator: TestPerson, itsCounty: number) {
  const call = (endpoint: Endpoint, id: number, more = {}) =>
    portal.call(administrator, endpoint, { params: { id }, ...more })
  return {
    /** Uploads an Industrial rendition, unless told otherwise. */
    async upload({ countyId = itsCounty, typeId = 1, categoryId = 1 }: Document = {}): Promise<number> {
      const form = uploadForm({
        fileName: 'r.pdf',
        bytes: SAMPLE_FILES.pdf,
        categoryId,
        typeId,
        description: 'First words',
        ...(countyId !== null && { countyId }),
      })
      const answer = await portal.call(administrator, uploadFile, form)
      return answer.json<{ file: { FileID: number } }>().file.FileID
    },
    read: (id: number, part: keyof typeof READING) => call(READING[part], id),
    patch: (id: number, part: keyof typeof CHANGING, payload: object, ifMatch?: string) =>
      call(CHANGING[part], id, { payload, headers: versioned(ifMatch) }),
    /** `link` is such as 'owners/100/1': whose, which, and by which relation. */
    unlink(id: number, link: string, ifMatch?: string) {
      const [kind, number, relationTypeId] = link.split('/')
      const params = { id, partyNumber: number, agentNbr: number, relationTypeId }
      const endpoint = kind === 'owners' ? unlinkOwner : unlinkAgent
      return call(endpoint, id, { params, headers: versioned(ifMatch) })
    },
    moveToBin: (id: number) => portal.call(administrator, deleteUpload, { params: { fileId: id } }),
    /** What the audit tells of a document, in its order. */
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
