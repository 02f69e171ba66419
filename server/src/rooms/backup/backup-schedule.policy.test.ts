import { describe, expect, test } from 'vitest'
import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'
import {
  baseOf,
  dispensable,
  dueDay,
  isWholeDue,
  NEXT_IS_WHOLE,
  type StoredBackup,
} from './backup-schedule.policy.ts'

const schedule = { at: '02:30', timeZone: 'America/Chicago' }

test.each([
  ['2026-03-10T07:29:00Z', '2026-03-09'],
  ['2026-03-10T07:30:00Z', '2026-03-10'],
  ['2026-03-11T04:00:00Z', '2026-03-10'],
  // The clock skips from 2:00 to 3:00 that night, so 2:30 has passed.
  ['2026-03-08T08:00:00Z', '2026-03-08'],
])('at %s the backup of %s is due', (moment, day) => {
  expect(dueDay(new Date(moment), schedule)).toBe(day)
})

/**
 * Newest first: w is full, i builds on everything back to that, W is full but lacks documents, f is full and failed, o
 * is full without a known end.
 */
function backups(kinds: string): StoredBackup[] {
  return kinds.split('').map((kind, at) => {
    const base = kinds.indexOf('w', at)
    const needs = kind === 'i' ? Array.from({ length: base - at }, (_each, n) => `id ${at + 1 + n}`) : []
    return {
      name: `name ${at}`,
      id: `id ${at}`,
      needs,
      lacking: kind === 'W' ? 3 : 0,
      ending: ENDINGS[kind] ?? null,
    }
  })
}

const ENDINGS: Record<string, RunEnding> = { w: 'good', i: 'good', W: 'good', f: 'failed', o: null }

test.each([
  [[], true],
  [[null], false],
  [['b', 'a', null], false],
  [['e', 'd', 'c', 'b', 'a', null], false],
  [['f', 'e', 'd', 'c', 'b', 'a', null], true],
  [['b', 'a'], true],
])('after backups that build on %j the next is a full one: %s', (sinces, isWhole) => {
  expect(isWholeDue(sinces.map((since) => ({ since, failure: null })))).toBe(isWhole)
})

const failed = (failure: string) => ({ since: 'a', failure })

describe('after a failed backup the next is full', () => {
  const good = { since: null, failure: null }
  const damaged = failed(`The backup x is damaged. ${NEXT_IS_WHOLE}`)

  test('not if the disk was full', () => expect(isWholeDue([failed('ENOSPC'), good])).toBe(false))
  test('if it found damage', () => expect(isWholeDue([damaged, good])).toBe(true))
  test('also after further failures', () => {
    expect(isWholeDue([failed('ENOSPC'), damaged, good])).toBe(true)
  })
  test('not after a good backup since', () => expect(isWholeDue([good, damaged, good])).toBe(false))
})

const names = (kinds: string, keep: number, neededBeside: readonly string[] = []) => {
  const shelved = { scheduled: backups(kinds), neededBeside: new Set(neededBeside) }
  return dispensable(shelved, keep).map(({ id }) => id)
}

describe('the schedule removes', () => {
  test('nothing while there are no more backups than it keeps', () => expect(names('iiw', 3)).toEqual([]))
  test('nothing that a kept backup needs', () => expect(names('iiw', 1)).toEqual([]))
  test('neither the newest complete backup nor what it needs, however many incomplete ones followed', () => {
    expect(names('WWWiwW', 2)).toEqual(['id 2', 'id 5'])
    expect(names('WWWW', 2)).toEqual(['id 2', 'id 3'])
  })
  test('everything before a full backup that is the oldest kept one', () => {
    expect(names('iwiiw', 2)).toEqual(['id 2', 'id 3', 'id 4'])
  })
  test('nothing that a backup outside the schedule needs', () => {
    expect(names('wiiw', 1, ['id 3'])).toEqual(['id 1', 'id 2'])
  })
  test('failed backups, which do not count', () => expect(names('fwfw', 2)).toEqual(['id 0', 'id 2']))
  test('a backup without an end only together with those of its time, and it does not count', () => {
    expect(names('owow', 2)).toEqual([])
    expect(names('owow', 1)).toEqual(['id 2', 'id 3'])
  })
})

test('the next backup builds on the newest good one', () => {
  expect(baseOf({ scheduled: backups('ofwi'), neededBeside: new Set() })?.id).toBe('id 2')
})
