type PlantedSources = Readonly<Record<string, string>>

/** For every rule on tests, test files that break it. */
export const PLANTED_IN_TESTS: Readonly<Record<string, PlantedSources>> = {
  'no test waits for a fixed time': {
    'server/src/a.test.ts': "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(500)",
    'server/src/b.test-suite.ts': 'await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))',
    'e2e/src/c.spec.ts': 'await page.waitForTimeout(bound)',
    'e2e/src/steps/d.ts': "await page.waitForLoadState('networkidle')",
  },
  'no test waits for real work with the limit of a second': {
    'server/src/a.test.ts': "import { vi } from 'vitest'\nawait vi.waitFor(() => expect(rows).toEqual([]))",
    'server/src/b.test-suite.ts': "import { vi } from 'vitest'\nawait vi.waitUntil(() => isOver)",
    'web/src/lib/c.test.ts': "import { expect } from 'vitest'\nawait expect.poll(rows).toEqual([])",
  },
  'no test changes people or counties that other tests use': {
    'e2e/src/a.spec.ts': 'await records.addUser({ county: people.county })',
    'e2e/src/b.spec.ts':
      "await records.run('UPDATE account SET role = $1 WHERE id = $2', ['manager', people.staffUser.userID])",
    'e2e/src/c.spec.ts': 'await endSessions(people.administrator)',
    'e2e/src/d.spec.ts':
      "await records.run('DELETE FROM membership WHERE account_id = $1', [people.countyUser.userID])",
    'e2e/src/e.spec.ts':
      "await records.run('UPDATE credential SET needs_proof = true WHERE account_id = $1', [people.countyUser.userID])",
    'e2e/src/f.spec.ts':
      "await records.run('INSERT INTO second_factor (account_id) VALUES ($1)', [people.administrator.userID])",
    'e2e/src/g.spec.ts':
      "await records.run('INSERT INTO identity (account_id) VALUES ($1)', [people.staffUser.userID])",
    'e2e/src/h.spec.ts':
      "await records.run('INSERT INTO county_organization VALUES ($1, 1)', [people.county.CountyID])",
  },
  'no test asserts the time of now': {
    'server/src/a.test.ts': 'expect(row.at.getTime()).toBeLessThan(Date.now())',
    'server/src/b.test.ts': 'expect(new Date() - before).toBeLessThan(500)',
    'web/src/lib/c.test.ts':
      'it("is new", async () => { await expect.soft(f(new Date())).resolves.toBe(1) })',
    'e2e/src/d.spec.ts': 'expect({ year: new Date().getFullYear() }).toEqual({ year: shown })',
  },
  'no test uses a fixed port': {
    'server/src/a.test.ts': 'server.listen(3000)',
    'server/src/b.test.ts': "await app.listen({ host: '127.0.0.1', port: 8080 })",
    'server/src/c.test-suite.ts': "connect(5432, '127.0.0.1')",
    'e2e/src/d.spec.ts': "await page.goto('http://localhost:3000/login')",
    'e2e/src/steps/e.ts': "await fetch('http://127.0.0.1:3000/healthz')",
  },
  'no test depends on the order of tests or files': {
    'server/src/a.test.ts': "import { county } from './b.test.ts'",
    'server/src/c.test.ts': "describe.sequential('first', () => {})",
    'e2e/src/d.spec.ts': "test.describe.serial('first', () => {})",
    'e2e/src/e.spec.ts': "test.describe.configure({ mode: 'serial' })",
    'e2e/src/f.spec.ts': "const { steps } = await import('./g.spec.ts')",
  },
}

/** Test files that break no rule, although they look like violations. */
export const SOUND_TESTS: PlantedSources = {
  'server/src/sound.test.ts': [
    "import { setTimeout as pause } from 'node:timers/promises'",
    "import { storageTests } from './storage.test-suite.ts'",
    '// pause(500); expect(Date.now()).toBe(1); server.listen(3000)',
    'while (await isRunning()) await pause(20)',
    'await pause(0)',
    'await pause(round * 7)',
    'await pause(STALL_TIMEOUT_MS * 3)',
    'await new Promise((resolve) => setTimeout(resolve))',
    "const late = await new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 500))",
    'const before = Date.now()',
    'expect(await took(before)).toBe(1)',
    'expect(await page.evaluate(() => Date.now())).toBe(A_DAY)',
    'expect(new Date(row.at)).toEqual(new Date(2026, 0, 1))',
    'server.listen(0)',
    "await app.listen({ port: 0, host: '127.0.0.1' })",
    "expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')",
    "await fetch('https://portal.example:8443/healthz')",
    "const mode = { mode: 'serial' }",
    "import { expect, vi } from 'vitest'",
    'await vi.waitFor(() => expect(rows).toEqual([]), { timeout: 30_000 })',
    'await vi.waitUntil(() => isOver, BOUND)',
    'await expect.poll(rows, BOUND).toEqual([])',
    'await pool.poll(rows)',
  ].join('\n'),
  'e2e/src/sound.spec.ts': [
    'await records.addDocuments([{ county: desk.county, uploadedBy: people.administrator }])',
    "await records.run('UPDATE document SET deleted_by = $1', [people.administrator.userID])",
    'await endSessions(desk.clerk)',
    "await records.run('INSERT INTO membership VALUES ($1, 1)', [desk.clerk.userID])",
    "await records.run('INSERT INTO document_owner VALUES ($1, $2)', [fileId, people.administrator.userID])",
    'await expect.poll(rows).toEqual([])',
  ].join('\n'),
}
