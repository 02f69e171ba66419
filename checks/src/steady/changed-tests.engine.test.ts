import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changedTests } from './changed-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-steady-'))
afterAll(() => rmSync(folder, { recursive: true }))

const git = (time: string, ...words: string[]) => {
  const env = { ...process.env, GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time }
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', [...who, ...words], { cwd: folder, env, stdio: 'ignore' })
}
const commit = (time: string, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  git(time, 'add', '.')
  git(time, 'commit', '-m', 'a change')
}

describe('the tests that changed recently', () => {
  it('are those of the four hours before the last commit', () => {
    git('2026-03-01T08:00:00Z', 'init')
    commit('2026-03-01T08:00:00Z', { 'old.test.ts': '1', 'gone.test.ts': '1', 'edited.spec.ts': '1' })
    commit('2026-03-01T15:00:00Z', { 'new.test.ts': '1', 'new.ts': '1' })
    rmSync(join(folder, 'gone.test.ts'))
    commit('2026-03-01T16:00:00Z', { 'edited.spec.ts': '2' })
    expect(changedTests(folder)).toEqual(['edited.spec.ts', 'new.test.ts'])
    commit('2026-03-01T23:00:00Z', { 'old.test.ts': '2' })
    expect(changedTests(folder)).toEqual(['old.test.ts'])
  })

  it('are all tests if no commit is older', () => {
    rmSync(join(folder, '.git'), { recursive: true })
    git('2026-03-02T08:00:00Z', 'init')
    commit('2026-03-02T08:00:00Z', { 'old.test.ts': '3' })
    expect(changedTests(folder)).toEqual(['edited.spec.ts', 'new.test.ts', 'old.test.ts'])
  })
})
