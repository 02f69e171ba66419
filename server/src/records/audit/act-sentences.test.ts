import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from './actions.ts'
import { sentenceOf } from './act-sentences.ts'

const COUNTIES = ['Midland', 'Ector', 'Howard']
const told = {
  subject: 'file 17',
  isOwn: false,
  whose: 'their',
  before: {},
  after: {},
  countyName: (id: number) => COUNTIES[id - 1] ?? null,
} as const

test('every kind of act has a sentence, where its record keeps nothing too', () => {
  for (const kind of Object.keys(AUDIT_ACTIONS)) {
    const sentence = sentenceOf({ ...told, kind })
    expect(sentence, `of ${kind}`).toMatch(/^[a-z].*[^.\s]$/)
    expect(sentence, `of ${kind}`).not.toMatch(/undefined|null|\(\)| {2}/)
  }
})

test('a kind that a newer release writes is told by its code', () => {
  expect(sentenceOf({ ...told, kind: 'document.signed' })).toBe('did this: document.signed (file 17)')
})

test.each([
  [
    'owner_values.imported',
    {},
    { appraisalYear: 2026, file: 'v.csv' },
    'imported owner values of file 17 for 2026 from v.csv',
  ],
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
    'changed file 17: evil.example, ann@b.example and bo@b.example may register, old.example may register no more',
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
])('%s is told with what its record keeps: %j, %j', (kind, before, after, sentence) => {
  expect(sentenceOf({ ...told, kind, before, after })).toBe(sentence)
})

test('to whoever did it, nothing is told as of somebody else', () => {
  for (const kind of Object.keys(AUDIT_ACTIONS))
    expect(sentenceOf({ ...told, kind, isOwn: true, whose: 'your' }), `of ${kind}`).not.toMatch(
      /\bthe(y|ir)\b/,
    )
  expect(sentenceOf({ ...told, kind: 'identity.proven', whose: 'your' })).toBe('confirmed again who you are')
})
