import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AUDIT_EVENTS, labelOf, sentenceOf } from './audit-events.ts'

const COUNTIES = ['Midland', 'Ector', 'Howard']
const read = {
  subject: 'file 17',
  isOwn: false,
  whose: 'their',
  before: null,
  after: null,
  countyName: (id: number) => COUNTIES[id - 1] ?? null,
} as const

const events = Object.entries(AUDIT_EVENTS)

/** Returns a value that matches a schema. */
function sampleOf(schema: unknown): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([fact, inner]) => [fact, sampleOf(inner)]))
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodString) return 'some text'
  if (schema instanceof z.ZodNumber) return 2
  return schema instanceof z.ZodBoolean ? true : null
}

test.each(events)('%s has a sentence without facts and with those of its schemas', (action, event) => {
  for (const facts of [
    { before: null, after: null },
    { before: {}, after: {} },
    { before: sampleOf(event.before), after: sampleOf(event.after) },
  ]) {
    const sentence = sentenceOf({ ...read, action, ...facts })
    expect(sentence).toMatch(/^[a-z].*[^.\s]$/)
    expect(sentence).not.toMatch(/undefined|null|\(\)| {2}|object/)
  }
})

test('a code of a newer release is shown as it is', () => {
  expect(labelOf('document.signed')).toBe('document.signed')
  for (const action of ['document.signed', 'constructor'])
    expect(sentenceOf({ ...read, action, after: { fileName: 'a.pdf' } })).toBe(
      `did this: ${action} (file 17)`,
    )
})

describe('a record of an older release', () => {
  test('is readable without the facts that it lacks', () => {
    const facts = { before: { role: 'user' }, after: { role: 'reader', size: 3 } }
    expect(sentenceOf({ ...read, action: 'account.changed', ...facts })).toBe(
      'changed the account file 17: County user became Reader',
    )
  })

  test('is readable with facts that today’s release does not record', () => {
    expect(sentenceOf({ ...read, action: 'session.ended', after: { by: 'the clock' } })).toBe('signed out')
  })
})

test.each([
  ['document.uploaded', null, { fileName: 17 }, 'did this: uploaded (file 17)'],
  ['document.uploaded', null, 'a.pdf', 'did this: uploaded (file 17)'],
  ['document.binned', ['a.pdf'], null, 'did this: moved to the recycle bin (file 17)'],
  ['county.changed', { emailDomains: 'a.example' }, {}, 'did this: county changed (file 17)'],
  ['account.added', null, { role: 'owner' }, 'did this: account added (file 17)'],
])('%s gets the fallback sentence for a malformed record: %j, %j', (action, before, after, sentence) => {
  expect(sentenceOf({ ...read, action, before, after })).toBe(sentence)
})

test.each([
  ['owner_values.imported', {}, { file: 'v.csv', read: 3 }, 'imported owner values of file 17 from v.csv'],
  [
    'document.status_set',
    { status: 'New' },
    { status: 'Completed' },
    'set the status of file 17 to Completed (was New)',
  ],
  ['account.changed', { isDisabled: false }, { isDisabled: true }, 'changed the account file 17: disabled'],
  [
    'account.changed',
    { role: 'user', countyIDs: [1, 3] },
    { role: 'reader', countyIDs: [3, 2, 9] },
    'changed the account file 17: County user became Reader, added to Ector and county 9, removed from Midland',
  ],
  ['account.changed', { countyIDs: [1, 2] }, { countyIDs: [2, 1] }, 'changed the account file 17'],
  [
    'county.changed',
    { Name: 'Gregg', emailDomains: ['old.example'], emailAddresses: [] },
    { Name: 'Gregg', emailDomains: ['evil.example'], emailAddresses: ['ann@b.example', 'bo@b.example'] },
    'changed file 17: evil.example, ann@b.example, and bo@b.example may register, old.example may register no more',
  ],
  [
    'county.changed',
    { Name: 'Greg', number: '182', contacts: 'Ann, 555 0100' },
    { Name: 'Gregg', number: '183', contacts: 'Bo, 555 0101' },
    'renamed county Greg to Gregg: its number became 183, other contacts',
  ],
  ['county.added', {}, { emailDomains: ['gregg.example'] }, 'added file 17: gregg.example may register'],
  ['passkey.removed', { name: 'Phone' }, {}, 'removed a passkey: Phone'],
  ['agent.linked', {}, { agent: 'Tax LLC' }, 'linked agent Tax LLC to file 17'],
  ['agent.linked', {}, {}, 'linked an agent to file 17'],
])('%s has a sentence with its recorded facts: %j, %j', (action, before, after, sentence) => {
  expect(sentenceOf({ ...read, action, before, after })).toBe(sentence)
})

test('no sentence to the actor speaks of another person', () => {
  for (const [action] of events)
    expect(sentenceOf({ ...read, action, isOwn: true, whose: 'your' }), `of ${action}`).not.toMatch(
      /\bthe(y|ir)\b/,
    )
  expect(sentenceOf({ ...read, action: 'identity.proven', whose: 'your' })).toBe(
    'confirmed again who you are',
  )
})
