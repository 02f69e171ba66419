import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { testFaultsOf } from './architecture.test-faults.ts'

const PAUSE = "import { setTimeout as pause } from 'node:timers/promises'\n"

function faultsOf(code: string) {
  return testFaultsOf(parseSync('a.test.ts', code).program)
}

describe('a fixed wait', () => {
  it.each([
    'await page.waitForTimeout(bound)',
    "await page.waitForLoadState('networkidle')",
    `${PAUSE}await pause(500)`,
    `${PAUSE}for (const kill of kills) await pause(A_MINUTE_MS)`,
    "import { setTimeout } from 'node:timers/promises'\nawait setTimeout(5)",
    'await new Promise((resolve) => setTimeout(resolve, 20))',
    'const settle = () => new Promise<void>((done) => void setTimeout(() => done(), SETTLED_MS))',
    'await new Promise(function (resolve) { globalThis.setTimeout(resolve, 20) })',
  ])('is found in %j', (code) => {
    expect(faultsOf(code)).toEqual(['waits for a fixed time'])
  })
})

describe('a wait with a timeout of a second', () => {
  it.each([
    'await vi.waitFor(() => expect(rows).toEqual([]))',
    'await vi.waitUntil(async () => (await rows()) === 1)',
    'await expect.poll(pieces).toEqual([])',
  ])('is found in %j', (code) => {
    expect(faultsOf(`import { expect, vi } from 'vitest'\n${code}`)).toEqual(['waits for a second only'])
  })
})

describe('a change of state that tests share', () => {
  it.each([
    'await records.addUser({ county: people.county })',
    'await records.addDocuments([{ county: people.county, uploadedBy: desk.clerk }])',
    'await endSessions(people.administrator)',
    'await records.endSessions(people.countyUser)',
    "await records.run('UPDATE account SET full_name = $1 WHERE id = $2', [NAME, people.staffUser.userID])",
    'await records.run(`DELETE FROM session WHERE account_id = ${people.administrator.userID}`)',
    "await records.run('INSERT INTO membership SELECT $1, 7', [people.countyUser.userID])",
    "await records.run('UPDATE credential SET changed_at = $1 WHERE account_id = $2', [now, people.countyUser.userID])",
  ])('is found in %j', (code) => {
    expect(faultsOf(code)).toEqual(['changes what tests share'])
  })
})

it('a file names each of its faults once', () => {
  expect(faultsOf('server.listen(3000); server.listen(4000); page.waitForTimeout(1)')).toEqual([
    'uses a fixed port',
    'waits for a fixed time',
  ])
})
