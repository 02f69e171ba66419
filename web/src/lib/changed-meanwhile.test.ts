import { expect, test } from 'vitest'
import { changedMeanwhileText } from './changed-meanwhile.ts'

const field = { label: 'Name', before: 'Ward', typed: 'Ward', theirs: 'Ward', shown: 'Ward' }

test.each([
  [
    'what only they changed is shown as theirs',
    { theirs: 'Loving', shown: 'Loving' },
    'Now shown as they saved it: Name. ',
  ],
  [
    'what both changed stays as it was typed, with theirs beside it',
    { typed: 'Pecos', theirs: 'Loving', shown: 'Loving' },
    'Still as you typed it: Name (theirs: Loving). ',
  ],
  [
    'what they emptied is called so',
    { typed: 'Pecos', theirs: '', shown: '' },
    'Still as you typed it: Name (theirs: empty). ',
  ],
  ['what only one changed oneself needs no word', { typed: 'Pecos' }, ''],
  ['what both changed alike needs no word', { typed: 'Loving', theirs: 'Loving', shown: 'Loving' }, ''],
])('%s', (_title, change, told) => {
  expect(changedMeanwhileText('county', [{ ...field, ...change }])).toBe(
    `Someone else changed this county. ${told}Please look, and save again.`,
  )
})
