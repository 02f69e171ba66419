import type { PortalState } from '@portal/contract/operations/state.ts'
import { expect, test } from 'vitest'
import { partsOf, sizeText } from './state-texts.ts'

const WELL: PortalState = {
  at: '2026-03-10T15:00:00.000Z',
  version: '0.1.0',
  health: { isReady: true, warnings: [] },
  database: {
    kind: 'embedded',
    version: '18.4',
    bytes: 30 * 1024 ** 2,
    migration: { name: '0001-x.sql', appliedAt: '2026-03-01T15:00:00.000Z' },
  },
  store: { kind: 'disk', id: 'a', isOwn: true, freeBytes: 12.34 * 1024 ** 3 },
  quarantine: { files: 0 },
  people: { mustSetUpFactor: null },
  clock: { kept: 'kept', aheadMs: 0 },
  disk: { freeBytes: 1024 ** 3 },
  backup: { lastAt: '2026-03-10T08:00:00.000Z', isTooOld: false, hasFailedSince: false, isScheduled: true },
  nightCheck: { night: '2026-03-10', documentsLeft: 0, isDatabaseChecked: true, findings: 0 },
  texts: {
    read: 1200,
    partlyRead: 0,
    waiting: 2,
    unreadable: { password: 1 },
    oldestWaitingAt: '2026-03-11T14:00:00.000Z',
  },
}
const ZONE = 'America/Chicago'
const wrong = (state: PortalState) =>
  partsOf(state, ZONE).flatMap(({ facts }) =>
    (facts ?? []).filter(({ isWrong }) => isWrong).map(({ name }) => name),
  )

test.each([
  [0, '0 MB'],
  [850 * 1024 ** 2, '850 MB'],
  [12.34 * 1024 ** 3, '12.3 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('without a fault nothing is marked', () => {
  expect(wrong(WELL)).toEqual([])
})

test('faults are marked', () => {
  const { store, backup, nightCheck } = WELL
  expect(
    wrong({
      ...WELL,
      store: store && { ...store, isOwn: false },
      backup: backup && { ...backup, isTooOld: true, hasFailedSince: true },
      nightCheck: nightCheck && { ...nightCheck, findings: 2, isDatabaseChecked: false },
      disk: null,
    }),
  ).toEqual(['Identity', 'When', 'Last attempt', 'Database', 'Found', 'Free on its disk'])
})

test('a part without a response has no facts', () => {
  const parts = partsOf({ ...WELL, store: null, backup: null }, ZONE)
  expect(parts.filter(({ facts }) => facts === null).map(({ title }) => title)).toEqual([
    'Document store',
    'Last backup',
  ])
})

test.each([
  [0, { name: 'Partly read', text: 'None' }],
  [3, { name: 'Partly read', text: '3 documents', to: '/home?unreadable=yes' }],
])('R14.21 of %d partly read documents it says how many, and leads to them', (partlyRead, fact) => {
  const { texts } = WELL
  const part = partsOf({ ...WELL, texts: texts && { ...texts, partlyRead } }, ZONE)
  expect(part.flatMap(({ facts }) => facts ?? [])).toContainEqual(fact)
})

test.each([
  [null, 'No role requires it', false],
  [0, 'Everyone who needs it has it', false],
  [1, '1 person must still set it up', true],
  [1200, '1,200 people must still set it up', true],
])('R8.47 of %s people without a second factor it says: %s', (mustSetUpFactor, text, isWrong) => {
  const people = partsOf({ ...WELL, people: { mustSetUpFactor } }, ZONE).find(
    ({ title }) => title === 'People',
  )
  const to = '/admin/people?second-factor=needed'
  expect(people?.facts).toEqual([{ name: 'Two-step verification', text, isWrong, ...(isWrong && { to }) }])
})

test.each([
  ['unknown', 0, []],
  ['not kept', 0, ['This machine’s']],
  ['kept', -7000, ['Compared with the database']],
] as const)('of a clock that is %s, %d ms ahead, it marks %j', (kept, aheadMs, marked) => {
  expect(wrong({ ...WELL, clock: { kept, aheadMs } })).toEqual(marked)
})
