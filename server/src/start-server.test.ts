import { afterAll, beforeAll, expect, test } from 'vitest'
import { printFirstSteps } from './start-server.ts'
import type { Environment } from './engines/config/environment.ts'
import { testPortal, type TestPortal } from './testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

async function printed(environment: Environment): Promise<string[]> {
  const lines: string[] = []
  await printFirstSteps(portal.world, { environment, port: 41_234, print: (line) => void lines.push(line) })
  return lines
}

test('R1.85 the command for the first administrator reaches this portal from another terminal, and shows no secret', async () => {
  const [, command] = await printed({
    DATA_DIR: "/srv/the firm's",
    PORT: '3100',
    PUBLIC_URL: 'https://portal.example',
    DATABASE_URL: 'postgres://portal:secret@db/portal',
  })
  expect(command).toBe(
    String.raw`  DATABASE_URL='the same' DATA_DIR='/srv/the firm'\''s' PORT=3100 PUBLIC_URL=https://portal.example npm run -s portal -- user add --email you@your-firm.example --admin`,
  )
  expect((await printed({ PORT: '0' }))[1]).toContain('  PORT=41234 npm run')
  expect((await printed({}))[1]).toBe('  npm run -s portal -- user add --email you@your-firm.example --admin')
})

test('R1.85 with an account nothing is printed', async () => {
  await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  expect(await printed({})).toEqual([])
})
