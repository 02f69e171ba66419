import { pdfFile } from '../demo/documents/pdf-file.ts'
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

const urlOf = (id: number, part: string) => `/api/status/uploads/${id}/${part}`
const versioned = (ifMatch: string | undefined) => (ifMatch === undefined ? {} : { 'if-match': ifMatch })

type Document = { countyId?: number | null; typeId?: number; categoryId?: number }

function calls(portal: TestPortal, administrator: TestPerson, itsCounty: number) {
  const ask = portal.as(administrator)
  return {
    /** Uploads an Industrial rendition, unless told otherwise. */
    async upload({ countyId = itsCounty, typeId = 1, categoryId = 1 }: Document = {}): Promise<number> {
      const form = uploadForm({
        fileName: 'r.pdf',
        bytes: pdfFile({ title: 'Rendition', lines: ['x'] }),
        categoryId,
        typeId,
        description: 'First words',
        ...(countyId !== null && { countyId }),
      })
      const answer = await ask({ method: 'POST', url: '/api/files/upload', ...form })
      return answer.json<{ file: { FileID: number } }>().file.FileID
    },
    read: (id: number, part: string) => ask({ method: 'GET', url: urlOf(id, part) }),
    patch: (id: number, part: string, payload: object, ifMatch?: string) =>
      ask({ method: 'PATCH', url: urlOf(id, part), payload, headers: versioned(ifMatch) }),
    unlink: (id: number, part: string, ifMatch?: string) =>
      ask({ method: 'DELETE', url: urlOf(id, part), headers: versioned(ifMatch) }),
    moveToBin: (id: number) => ask({ method: 'DELETE', url: `/api/files/uploads/${id}` }),
    /** What the audit tells of a document, in its order. */
    async deedsOf(id: number): Promise<string[]> {
      const { rows } = await portal.pool.query<{ what: string }>(
        'SELECT what FROM audit_record WHERE document_id = $1 ORDER BY id',
        [id],
      )
      return rows.map((row) => row.what)
    },
    /** Before and after of the newest record about a document. */
    async lastChangeOf(id: number): Promise<{ what: string; before: unknown; after: unknown } | undefined> {
      const { rows } = await portal.pool.query<{ what: string; before: unknown; after: unknown }>(
        'SELECT what, before, after FROM audit_record WHERE document_id = $1 ORDER BY id DESC LIMIT 1',
        [id],
      )
      return rows[0]
    },
  }
}
