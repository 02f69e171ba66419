import { describe, expect, test } from 'vitest'
import { chooseParty, chooseRelation, typeTerm } from '../../../lib/party-pair.ts'
import {
  addNamed,
  addPair,
  afterRest,
  EMPTY_LINK_DRAFT,
  halfProblem,
  isWaiting,
  readyToSave,
  withoutPending,
} from './link-draft.ts'

const mesa = { number: 100, name: 'Mesa Oil', note: 'MESA' }
const owner = { ID: 1, Name: 'Owner' }
const operator = { ID: 2, Name: 'Operator' }
const at = { kind: 'owner', assigned: [] } as const

const chosen = chooseParty(typeTerm(EMPTY_LINK_DRAFT, 'mes'), mesa)
const paired = chooseRelation(chosen, owner)
const added = addPair(paired, at)

describe('an owner to be linked', () => {
  test('S2.66 is chosen with a relation, added, and the fields are free for the next', () => {
    expect(chosen.text).toBe('Mesa Oil')
    expect(added).toEqual({ ...EMPTY_LINK_DRAFT, pending: [{ party: mesa, relation: owner }] })
  })

  test('needs both', () => {
    const both = 'Please select both an organization and relation type'
    expect(addPair(chosen, at).problem).toBe(both)
    expect(addPair(chooseRelation(EMPTY_LINK_DRAFT, owner), at).problem).toBe(both)
    expect(addPair(typeTerm(paired, 'mesa oil'), at).problem).toBe(both)
  })

  test('is added once in one relation, whether it is pending or linked already', () => {
    const again = chooseRelation(chooseParty(added, mesa), owner)
    expect(addPair(again, at)).toEqual({ ...again, problem: 'This organization is already added' })
    const assigned = [{ party: mesa, relation: owner, address: [] }]
    expect(addPair(paired, { ...at, assigned }).problem).toBe('This organization is already added')
    expect(addPair(chooseRelation(again, operator), at).pending).toHaveLength(2)
  })

  test('counts as added when Save is pressed on the whole pair', () => {
    expect(readyToSave(paired, at)).toEqual(added)
    expect(readyToSave(chosen, at)).toBe(chosen)
  })

  test('can be removed again', () => {
    expect(withoutPending(added, added.pending)).toEqual(EMPTY_LINK_DRAFT)
    expect([isWaiting(added), isWaiting(chosen), isWaiting(EMPTY_LINK_DRAFT)]).toEqual([true, true, false])
  })
})

describe('an incomplete choice when Save is pressed', () => {
  const both = 'Please select both an organization and relation type'

  test.each([
    { what: 'an owner without a relation type', linkDraft: chosen, lacks: both },
    {
      what: 'a relation type without an owner',
      linkDraft: chooseRelation(EMPTY_LINK_DRAFT, owner),
      lacks: both,
    },
    { what: 'a text that nobody was chosen for', linkDraft: typeTerm(EMPTY_LINK_DRAFT, 'mes'), lacks: both },
    { what: 'nothing at all', linkDraft: EMPTY_LINK_DRAFT, lacks: null },
    { what: 'a pair that was added', linkDraft: added, lacks: null },
    { what: 'white space', linkDraft: typeTerm(EMPTY_LINK_DRAFT, ' '), lacks: null },
  ])('R7.17 $what lacks $lacks', ({ linkDraft, lacks }) => {
    expect(halfProblem(linkDraft, 'owner')).toBe(lacks)
  })

  test('of an existing pair is reported as such', () => {
    const again = chooseRelation(chooseParty(added, mesa), owner)
    expect(halfProblem(readyToSave(again, at), 'owner')).toBe('This organization is already added')
  })
})

test('S2.71 an agent without a relation type is reported once the rest is saved', () => {
  expect(afterRest(chosen, 'agent').problem).toBe('Please select a relation type for the agent.')
  expect(afterRest(added, 'agent')).toBe(added)
})

describe('R3.36 the relation that the roll gives', () => {
  const preset = chooseParty(EMPTY_LINK_DRAFT, mesa, owner)

  test('completes the pair, and goes with its party', () => {
    expect(addPair(preset, at).pending).toEqual([{ party: mesa, relation: owner }])
    expect(typeTerm(preset, 'me').relation).toBeNull()
    expect(chooseParty(preset, { ...mesa, number: 200 }).relation).toBeNull()
    expect(halfProblem(typeTerm(preset, ''), 'owner')).toBeNull()
  })

  test('neither replaces nor removes one that the user chose', () => {
    const chosenFirst = chooseParty(chooseRelation(EMPTY_LINK_DRAFT, operator), mesa, owner)
    expect(chosenFirst.relation).toBe(operator)
    expect(typeTerm(chooseRelation(preset, operator), 'me').relation).toBe(operator)
  })
})

describe('R3.41 the owner that the sender named', () => {
  test('is added as owner, and leaves what the user is choosing', () => {
    const choosing = typeTerm(EMPTY_LINK_DRAFT, 'cap')
    expect(addNamed(choosing, { party: mesa, relation: owner }, at)).toEqual({
      ...choosing,
      pending: [{ party: mesa, relation: owner }],
    })
  })

  test('becomes the choice if the firm has no relation for it', () => {
    expect(addNamed(EMPTY_LINK_DRAFT, { party: mesa, relation: null }, at).chosen).toBe(mesa)
  })
})
