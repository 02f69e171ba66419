import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const CHECKOUT = join(import.meta.dirname, '../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-ci-'))
  cpSync(join(CHECKOUT, '.ci/run'), join(folder, '.ci/run'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a fake `npm` prints and does for each of its commands, as lines of a shell. */
type Commands = Readonly<Record<'ci' | 'test' | 'test:engines' | 'test:steady', string>>

const GREEN: Commands = {
  ci: 'echo installed',
  test: 'echo "5 passed, 0 failed"',
  'test:engines': 'echo "3 passed, 0 failed"',
  'test:steady': 'echo "2 passed, 0 failed"',
}

/** Runs the script with a fake `npm`. Returns the exit code and the printed lines. */
function runWith(changed: Partial<Commands>) {
  const branches = Object.entries({ ...GREEN, ...changed }).map(([name, lines]) => `${name}) ${lines} ;;`)
  writeProgram('npm', `[ "$1" = run ] && shift\ncase "$1" in\n${branches.join('\n')}\nesac`)
  writeProgram('timeout', 'shift 2\nexec "$@"')
  const env = { ...process.env, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) }
  const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], { env, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

function writeProgram(name: string, text: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const path = join(folder, 'bin', name)
  writeFileSync(path, `#!/usr/bin/env bash\n${text}\n`)
  chmodSync(path, 0o755)
}

describe('the run of continuous integration', () => {
  it('runs the tests, the engines and the changed tests, and counts all of them in its last line', () => {
    const { status, lines } = runWith({})
    expect(status).toBe(0)
    expect(lines).toEqual([
      'installed',
      '5 passed, 0 failed',
      '3 passed, 0 failed',
      '2 passed, 0 failed',
      '10 passed, 0 failed',
    ])
  })

  it('gives all steps one deadline, so that it ends within 90 minutes', () => {
    const before = Math.floor(Date.now() / 1000)
    const told = 'echo "deadline $PORTAL_RUN_DEADLINE"'
    const { lines } = runWith({ ci: told, test: told, 'test:engines': told, 'test:steady': told })
    const after = Math.ceil(Date.now() / 1000)
    const deadlines = lines
      .filter((line) => line.startsWith('deadline '))
      .map((line) => Number(line.slice(9)))
    expect(deadlines).toHaveLength(4)
    expect(new Set(deadlines).size).toBe(1)
    expect(deadlines[0]).toBeGreaterThanOrEqual(before + 88 * 60)
    expect(deadlines[0]).toBeLessThanOrEqual(after + 88 * 60)
  })

  it.each<[string, Partial<Commands>, string]>([
    ['tests fail', { test: 'echo "4 passed, 1 failed"; exit 1' }, '9 passed, 1 failed'],
    ['engines die without a count', { 'test:engines': 'kill -9 $$' }, '7 passed, 1 failed'],
    [
      'engines end badly after a good count',
      { 'test:engines': `${GREEN['test:engines']}; exit 7` },
      '10 passed, 1 failed',
    ],
    [
      'a changed test is not steady',
      { 'test:steady': 'echo "1 passed, 1 failed"; exit 1' },
      '9 passed, 1 failed',
    ],
    ['tests say nothing', { test: 'true' }, '5 passed, 1 failed'],
    ['nothing can be installed', { ci: 'exit 1' }, '5 passed, 1 failed'],
  ])('fails if %s, runs the rest, and still counts', (_, commands, last) => {
    const { status, lines } = runWith(commands)
    expect(status).toBe(1)
    expect(lines.at(-1)).toBe(last)
  })
})
