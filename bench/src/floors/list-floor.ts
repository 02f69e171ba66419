import { STATUS_TEXT, type StatusId } from '@portal/contract/files/status.ts'
import { DOCUMENTS_PAGE } from '@portal/server/src/records/documents/pages/documents-page.repository.ts'
import { fastify } from 'fastify'
import { Pool } from 'pg'

/**
 * The least that can answer a page of the list: Fastify and the bare driver, the portal's own SQL in a named statement,
 * the portal's own bytes. No session, no checks, no log.
 */
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_CONNECTION'] ?? '{}'), max: 10 })
const { rows: counties } = await pool.query<{ id: number; name: string }>('SELECT id, name FROM county')
const countyNames = new Map(counties.map(({ id, name }) => [id, name]))
const integer = { type: 'integer' }
const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const answer = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          FileID: integer,
          FileName: text,
          UploadDate: text,
          UploadedBy: text,
          AttachmentCategoryID: integer,
          CategoryID: integer,
          AttachmentTypeID: integer,
          TypeID: integer,
          Description: text,
          CountyID: { type: ['integer', 'null'] },
          County: textOrNull,
          CountyName: textOrNull,
          Status: text,
          StatusID: integer,
        },
      },
    },
    totalPages: integer,
    total: integer,
  },
}

type Query = { page?: string; categoryId?: string; typeId?: string; statusId?: string; countyId?: string }
type Row = {
  total: number
  id: number | null
  file_name: string
  uploaded_at: string
  uploaded_by_email: string
  category_id: number
  type_id: number
  status_id: StatusId
  county_id: number | null
  description: string
}

const app = fastify()
app.get('/healthz', async () => ({ ok: true }))
app.get<{ Querystring: Query }>(
  '/api/files/uploads',
  { schema: { response: { 200: answer } } },
  async ({ query }) => {
    const page = Number(query.page ?? 1)
    const values = [
      query.countyId ? 1 : 0,
      Number(query.countyId ?? 0),
      Number(query.categoryId ?? 0),
      Number(query.typeId ?? 0),
      Number(query.statusId ?? 0),
      (page - 1) * 50,
      50,
    ]
    const { rows } = await pool.query<Row>({ name: 'page', text: DOCUMENTS_PAGE, values })
    const total = rows[0]?.total ?? 0
    return { files: rows[0]?.id ? rows.map(toFile) : [], totalPages: Math.ceil(total / 50), total }
  },
)

function toFile(row: Row) {
  const county = row.county_id === null ? null : (countyNames.get(row.county_id) ?? null)
  return {
    FileID: row.id,
    FileName: row.file_name,
    UploadDate: row.uploaded_at,
    UploadedBy: row.uploaded_by_email,
    AttachmentCategoryID: row.category_id,
    CategoryID: row.category_id,
    AttachmentTypeID: row.type_id,
    TypeID: row.type_id,
    Description: row.description,
    CountyID: row.county_id,
    County: county,
    CountyName: county,
    Status: STATUS_TEXT[row.status_id],
    StatusID: row.status_id,
  }
}

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
