import { expect, test } from 'vitest'
import { EMPTY_PAIR } from '../../../lib/party-pair.ts'
import { CHANGES, emptyDraft, toAction, type ActionDraft } from './action-draft.ts'

const draft = (change: Partial<ActionDraft>): ActionDraft => ({ ...emptyDraft('type', 1), ...change })

const mesa = { number: 100, name: 'Mesa Oil', note: 'MESA' }
const pair = { ...EMPTY_PAIR, chosen: mesa, relation: { ID: 2, Name: 'Operator' } }

test.each<[Partial<ActionDraft>, unknown]>([
  [
    { kind: 'type', typeId: 4 },
    { kind: 'type', typeId: 4 },
  ],
  [
    { kind: 'rendered', renderedDate: '2026-04-15' },
    { kind: 'rendered', renderedDate: '2026-04-15' },
  ],
  [
    { kind: 'rendered', renderedDate: null },
    { kind: 'rendered', renderedDate: null },
  ],
  [
    { kind: 'extended', isExtended: false },
    { kind: 'extended', extended: false },
  ],
  [
    { kind: 'description', mode: 'prefix', text: ' Late: ' },
    { kind: 'description', mode: 'prefix', text: 'Late:' },
  ],
  [
    { kind: 'assign', personId: 7 },
    { kind: 'assign', personId: 7 },
  ],
  [
    { kind: 'assign', isToNobody: true },
    { kind: 'assign', personId: null },
  ],
  [
    { kind: 'comment', comment: ' Which well?\n' },
    { kind: 'comment', text: 'Which well?' },
  ],
  [
    { kind: 'link-owner', owner: pair },
    { kind: 'link-owner', partyNumber: 100, relationTypeId: 2 },
  ],
  [
    { kind: 'unlink-agent', agent: pair },
    { kind: 'unlink-agent', agentNumber: 100, relationTypeId: 2 },
  ],
])('R20.11 a complete change is sent: %#', (change, action) => {
  expect(toAction(draft(change))).toEqual(action)
})

test('R20.11 an incomplete change has no preview', () => {
  const incomplete = CHANGES.filter(({ kind }) => toAction(draft({ kind })) === null)
  expect(incomplete.map(({ kind }) => kind)).toEqual([
    'type',
    'rendered',
    'description',
    'assign',
    'comment',
    'link-owner',
    'unlink-owner',
    'link-agent',
    'unlink-agent',
  ])
  const unknown = { ...pair, chosen: { ...mesa, number: 0 } }
  expect(toAction(draft({ kind: 'link-agent', agent: unknown }))).toBeNull()
  expect(toAction(draft({ kind: 'link-owner', owner: { ...pair, relation: null } }))).toBeNull()
  expect(toAction(draft({ kind: 'comment', comment: 'x'.repeat(4001) }))).toBeNull()
  expect(toAction(draft({ kind: 'description', text: 'x '.repeat(3000) }))).toBeNull()
})
