import { describe, expect, test } from 'vitest'
import { kindsFor, knownFacts } from './history.policy.ts'

const MANAGER = { counties: [1] }
const ADMINISTRATOR = { counties: 'all' } as const

describe('V8.2.2 a manager sees of a record', () => {
  test.each([
    ['the agent that was linked', { agent: 'Permian Tax LLC', agentNbr: 7, legacyCode: '00A' }],
    ['what a document says', { description: 'Wells', rendered: true, renderedDate: '2026-04-15' }],
    ['a role of the firm’s', { role: 'administrator' }],
    ['who may register, and contacts', { emailDomains: ['b.example'], contacts: 'Ann, 555 0100' }],
  ])('R9.2 nothing of %s', (_what, facts) => {
    expect(knownFacts(MANAGER, { ...facts, Name: 'Reeves' })).toEqual({ Name: 'Reeves' })
    expect(knownFacts(ADMINISTRATOR, facts)).toEqual(facts)
  })

  test('R9.2 the role and state of people, and of their counties only the manager’s', () => {
    const facts = { role: 'user', isDisabled: true, countyIDs: [1, 2] }
    expect(knownFacts(MANAGER, facts)).toEqual({ role: 'user', isDisabled: true, countyIDs: [1] })
    expect(knownFacts(ADMINISTRATOR, facts)).toEqual(facts)
  })

  test.each([
    'session.started',
    'account.named',
    'password.changed',
    'passkey.added',
    'document.found_infected',
  ])('nothing of type %s', (kind) => {
    expect(kindsFor(MANAGER)).not.toContain(kind)
    expect(kindsFor(ADMINISTRATOR)).toBeNull()
  })
})
