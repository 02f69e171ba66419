import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from './profile/profile.ts'
import { runSuite, type Suite } from './run-suite.ts'
import type { Step } from './steps.ts'

let folder: string
let suite: Suite
const printed: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-suite-'))
  suite = { steps: [stepOf('first'), stepOf('second')], profileFile: join(folder, 'results/profile.json') }
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => rmSync(folder, { recursive: true }))

const stepOf = (name: string): Step => ({
  name,
  does: 'nothing',
  command: ['node', '-e', ''],
  bound: 60_000,
  isStatic: true,
})

it('a run of all steps writes the profile', async () => {
  expect(await runSuite(suite, [])).toBe(0)
  const { stages } = JSON.parse(readFileSync(suite.profileFile, 'utf8')) as Profile
  expect(stages.map(({ name }) => name)).toEqual(['first', 'second'])
  expect(printed.at(-1)).toBe('2 passed, 0 failed')
})

it('a run of named steps prints its times and keeps the profile of the last complete run', async () => {
  expect(await runSuite(suite, ['first'])).toBe(0)
  expect(existsSync(suite.profileFile)).toBe(false)
  await runSuite(suite, [])
  const before = readFileSync(suite.profileFile, 'utf8')
  expect(await runSuite(suite, ['second'])).toBe(0)
  expect(readFileSync(suite.profileFile, 'utf8')).toBe(before)
  expect(printed.join('\n')).toContain('s  second')
  expect(printed.at(-1)).toBe('1 passed, 0 failed')
})

it('an unknown step name runs nothing and lists the steps', async () => {
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await runSuite(suite, ['third'])).toBe(1)
  expect(failed).toHaveBeenCalledWith("There is no check 'third'. These are: first, second.")
  expect(printed).toEqual([])
})
