import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { runBounded } from './bounded-process.ts'
import { judgeCheck, judgeTests } from './outcome.ts'
import { readTestReport } from './test-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = (code: string) => [process.execPath, '-e', code] as const

function reportOf(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('the count of all checks', () => {
  const counts = { passed: 5, failed: 0, skipped: 1 }

  it('counts a check as one', () => {
    expect(judgeCheck(undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(judgeCheck('ended with exit code 2')).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts each test as one', () => {
    expect(judgeTests({ ...counts, failed: 2 }, 'ended with exit code 1')).toMatchObject({
      passed: 5,
      failed: 2,
    })
    expect(judgeTests(counts, undefined)).toEqual(counts)
  })

  it('is never green for a run that broke, ran nothing or left no report', () => {
    expect(judgeTests(counts, 'ended with exit code 1')).toMatchObject({ passed: 5, failed: 1 })
    expect(judgeTests({ passed: 0, failed: 0, skipped: 3 }, undefined)).toMatchObject({
      failed: 1,
      trouble: 'ran no test',
    })
    expect(judgeTests(undefined, undefined)).toMatchObject({ failed: 1, trouble: 'left no report' })
  })
})

describe('the reports of the test runners', () => {
  it('are read as Vitest writes them', () => {
    const file = reportOf({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
    expect(readTestReport('vitest', file)).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('are read as Playwright writes them, and a pass on the second try is a failure', () => {
    const file = reportOf({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } })
    expect(readTestReport('playwright', file)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  it('count nothing if they are missing, truncated or something else', () => {
    expect(readTestReport('vitest', join(folder, 'missing.json'))).toBeUndefined()
    expect(readTestReport('vitest', reportOf({ stats: {} }))).toBeUndefined()
    writeFileSync(join(folder, 'cut.json'), '{"numPassedTests": 3,')
    expect(readTestReport('vitest', join(folder, 'cut.json'))).toBeUndefined()
  })
})

describe('a step', () => {
  const options = { grace: 300, cwd: folder, env: process.env, output: 'kept' as const, bound: 3_600_000 }

  it('returns its exit code', async () => {
    expect(await runBounded(script('process.exit(3)'), options)).toEqual({ result: 3, output: '' })
  })

  it('returns all its output if that is captured', async () => {
    const { output } = await runBounded(
      script("console.log('x'.repeat(300_000)); console.error('end')"),
      options,
    )
    expect(output).toHaveLength(300_000 + '\nend\n'.length)
  })

  it('fails with a sentence if its program is missing', async () => {
    expect((await runBounded(['no-such-program'], options)).result).toContain('ENOENT')
  })

  it('ends at its timeout with all its processes, even stubborn ones', async () => {
    const stubborn = "process.on('SIGTERM', () => {});"
    const child = `${stubborn} const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
      require('node:fs').writeFileSync('port', String(server.address().port))
    })`
    const parent = `${stubborn} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}])`
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const running = runBounded(script(parent), options)
    const port = await vi.waitFor(() => portIn(join(folder, 'port')), { timeout: 60_000 })
    await vi.advanceTimersByTimeAsync(options.bound)
    await vi.advanceTimersByTimeAsync(options.grace)
    const { result } = await running
    vi.useRealTimers()
    expect(result).toBe('did not end within 3600 s')
    await expect.poll(() => answersAt(port), { timeout: 30_000 }).toBe(false)
  })
})

/** @throws until the file contains a port. */
function portIn(file: string): number {
  const port = Number(readFileSync(file, 'utf8'))
  if (port === 0) throw new Error('The port is not written yet.')
  return port
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
