import type { ClientBase } from 'pg'

export const PARTIES = 300_000
const AGENTS = 2000

const FIRST =
  'Caprock,Llano,Mesquite,Palo Duro,Cottonwood,Red Fork,Sabine,Piñon,Tule,Nueces,Pecos,Lobo,Álamo,Brazos'
const SECOND =
  'Operating,Petroleum,Pipeline,Midstream,Energy,Royalty,Minerals,Oil & Gas,Gathering,Wind,Solar,Railway'
const LAST = 'LLC,LP,Inc,Company,Trust,Estate,& Sons,Partners'

/** Fills an empty portal with a county of that many organizations, the same ones each time, and agents. */
export async function loadParties(client: ClientBase, count = PARTIES): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO county (name, created_at) VALUES ('Bench County', now()) RETURNING id",
  )
  const countyId = rows[0]?.id ?? 0
  await client.query(
    `INSERT INTO organization (party_number, organization_name)
     SELECT 100000 + i * 7, concat_ws(' ', ${word(FIRST, 1)}, ${word(SECOND, 2)}, ${word(LAST, 3)}, 1 + i % 9973)
     FROM generate_series(1, $1::integer) AS i`,
    [count],
  )
  await client.query(
    `INSERT INTO county_organization (county_id, party_number, name)
     SELECT $1, party_number, left(upper(organization_name), 30) FROM organization`,
    [countyId],
  )
  await client.query(
    `INSERT INTO agent (agent_number, organization_name)
     SELECT 1000 + i, concat_ws(' ', ${word(FIRST, 4)}, 'Tax', ${word(LAST, 5)}, i) FROM generate_series(1, $1::integer) AS i`,
    [AGENTS],
  )
  await client.query('VACUUM ANALYZE')
  return countyId
}

/** One of the words; it hangs on the number `i` alone. */
function word(words: string, seed: number): string {
  const list = words.split(',')
  return `('{${list.map((each) => `"${each}"`).join(',')}}'::text[])[1 + (hashint8extended(i, ${seed}) & 16777215) % ${list.length}]`
}
