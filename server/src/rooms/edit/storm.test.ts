import { afterAll, beforeAll, expect, it } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
})
afterAll(() => portal.close())

it('more saves of one document than there are connections wait for each other, and do not block the lookup of names', async () => {
  const id = await desk.upload()
  const { pool } = portal
  // A county that this server does not know yet, so it must read the names again while all saves wait.
  await pool.query(`INSERT INTO county (name, created_at) VALUES ('Ward', now())`)
  await pool.query(
    `UPDATE document SET county_id = (SELECT id FROM county WHERE name = 'Ward') WHERE id = $1`,
    [id],
  )
  const texts = Array.from({ length: 2 * (pool.options.max ?? 0) }, (_, at) => `Words of save ${at}`)
  const answers = await Promise.all(
    texts.map((description) => desk.patch(id, 'descriptiontypes', { description })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(texts.map(() => 200))
})
