import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from './actions.ts'
import { sentenceOf } from './act-sentences.ts'

const told = { subject: 'file 17', isOwn: false, whose: 'their', before: {}, after: {} } as const

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
  expect(sentenceOf({ ...told, kind: 'identity.proven', whose: 'your' })).toBe('proved again who you are')
})
