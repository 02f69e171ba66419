import { describe, expect, test } from 'vitest'
import type { HistoryRow } from '../history.repository.ts'
import { groupReads } from './group-reads.ts'

const ALL = { size: 25, isMore: false, knowsOrigin: true }

function row(id: number, { action = 'document.viewed', by = 1, from = '192.0.2.1' } = {}): HistoryRow {
  return {
    id: String(id),
    at: new Date(Date.UTC(2026, 3, 1, 0, id)),
    action,
    actorKind: 'person',
    actorName: `clerk-${by}@county.example`,
    fullName: '',
    accountId: by,
    cameFrom: from,
    subjectKind: 'document',
    subjectId: '17',
    subjectEmail: null,
    countyId: 1,
    countyName: 'Midland',
    before: null,
    after: null,
  }
}

const idsOf = ({ groups }: ReturnType<typeof groupReads>) =>
  groups.map((group) => group.map(({ id }) => id).join(' '))

describe('R8.54 reads that follow each other are one entry', () => {
  test('R8.54 of one person, whether they viewed or downloaded the file', () => {
    const rows = [row(9), row(8, { action: 'document.downloaded' }), row(7, { by: 2 }), row(6), row(5)]
    expect(idsOf(groupReads(rows, ALL))).toEqual(['9 8', '7', '6 5'])
  })

  test('R8.54 but not across a change, and changes are never joined', () => {
    const change = { action: 'document.status_set' }
    expect(idsOf(groupReads([row(4), row(3, change), row(2, change), row(1)], ALL))).toEqual([
      '4',
      '3',
      '2',
      '1',
    ])
  })

  test('R8.54 from one place, for a reader who knows places', () => {
    const rows = [row(3), row(2, { from: '192.0.2.2' }), row(1)]
    expect(idsOf(groupReads(rows, ALL))).toEqual(['3', '2', '1'])
    expect(idsOf(groupReads(rows, { ...ALL, knowsOrigin: false }))).toEqual(['3 2 1'])
  })

  test('R8.54 a full page ends behind a whole entry, and the last page has no next', () => {
    const rows = [row(5), row(4, { by: 2 }), row(3, { by: 2 }), row(2, { by: 3 }), row(1)]
    const page = groupReads(rows, { ...ALL, size: 2, isMore: true })
    expect(idsOf(page)).toEqual(['5', '4 3'])
    expect(page.last?.id).toBe('3')
    expect(groupReads(rows, ALL).last).toBeNull()
    expect(groupReads([], ALL)).toEqual({ groups: [], last: null })
  })

  test('R8.54 the records of a page end an entry that goes on in the next', () => {
    expect(groupReads([row(2), row(1)], { ...ALL, isMore: true }).last?.id).toBe('1')
  })
})
