import { Client, type ClientConfig } from 'pg'
import { median } from './statistics.ts'

const TURNS = 3
/** Of status 2, the only one that a shape names. */
const STATUS_RANK = 1
const COLUMNS: Readonly<Record<string, string>> = {
  categoryId: 'category_id',
  typeId: 'type_id',
  countyId: 'county_id',
}

type PlainPage = { readonly filter: Readonly<Record<string, string>>; readonly page: number }

/** What a page of 50 and its total take the plain way, on the same indexes: count(*) and OFFSET; at the driver, no HTTP. */
export async function plainMilliseconds(
  connection: ClientConfig,
  { filter, page }: PlainPage,
): Promise<number> {
  const where = [
    'deleted_at IS NULL',
    ...Object.entries(filter).map(([name, value]) =>
      name === 'statusId' ? `status_rank = ${STATUS_RANK}` : `${COLUMNS[name]} = ${Number(value)}`,
    ),
  ].join(' AND ')
  const client = new Client(connection)
  await client.connect()
  try {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const started = performance.now()
      await client.query(`SELECT count(*) FROM document WHERE ${where}`)
      await client.query(
        `SELECT * FROM document WHERE ${where} ORDER BY status_rank DESC, uploaded_at DESC, id DESC
         OFFSET ${(page - 1) * 50} LIMIT 50`,
      )
      times.push(performance.now() - started)
    }
    return median(times)
  } finally {
    await client.end()
  }
}
