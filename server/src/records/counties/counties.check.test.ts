import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { countiesCheck } from './counties.check.ts'
import { countyCommands } from './counties.commands.ts'

let portal: TestPortal
beforeAll(async () => void (portal = await testPortal()))
afterAll(() => portal.close())

async function warnings(): Promise<string[]> {
  // The result of the query is cached for a moment.
  portal.clock.advance(60_000)
  const answer = await portal.app.inject({ url: '/readyz' })
  return answer.json<{ warnings: string[] }>().warnings.filter((line) => line.includes('name'))
}

test('/readyz counts the counties that share a name with another, without naming them, until one is renamed', async () => {
  const { CountyID: first } = await portal.addCounty('Midland')
  expect(await warnings()).toEqual([])
  const { rows } = await portal.pool.query<{ id: number }>(
    `INSERT INTO county (name, created_at, is_namesake) VALUES ('MIDLAND', now(), true) RETURNING id`,
  )
  const second = rows[0]?.id
  expect(await warnings()).toEqual([
    '2 counties share a name with another one: `npm run -s portal -- verify --database` names them.',
  ])
  expect(await countiesCheck.find(portal.world.database)).toEqual([
    `Counties ${first} Midland and ${second} MIDLAND have one name: rename one with \`npm run -s portal -- county set --county ID --name N\`.`,
  ])
  await runCommand(portal.world, countyCommands, {
    words: ['county', 'set', '--county', String(second), '--name', 'Ector'],
  })
  expect(await warnings()).toEqual([])
})
