import { expect, test } from 'vitest'
import { splitInvitedLine } from './invited-lines.ts'

test.each<[string, string[]]>([
  ['a@b.example', ['a@b.example']],
  ['a@b.example; c@d.example; e@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['a@b.example, c@d.example,', ['a@b.example', 'c@d.example']],
  ['a@b.example c@d.example\te@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['a@b.example, Ana Ruiz, c@d.example, Ben', ['a@b.example, Ana Ruiz', 'c@d.example, Ben']],
  ['a@b.example, Ruiz, Ana', ['a@b.example, Ruiz, Ana']],
  ['a@b.example; Ana', ['a@b.example; Ana']],
  ['a@b.example; Ana; c@d.example', ['a@b.example, Ana', 'c@d.example']],
  ['Jane Doe <jane@x.example>', ['Jane Doe <jane@x.example>']],
  [
    'Jane Doe <jane@x.example>; Ben Ortiz <ben@x.example>;',
    ['Jane Doe <jane@x.example>', 'Ben Ortiz <ben@x.example>'],
  ],
  ['Jane <jane@x.example> Ben <ben@x.example>', ['Jane <jane@x.example>', 'Ben <ben@x.example>']],
  [
    'jane@x.example; Ortiz, Ben <ben@x.example>; "Ruiz; Ana" <ana@x.example>',
    ['jane@x.example', 'Ortiz, Ben <ben@x.example>', '"Ruiz; Ana" <ana@x.example>'],
  ],
  [
    'Doe, Jane <jane@x.example>, Ortiz, Ben <ben@x.example>',
    ['Doe, Jane <jane@x.example>', 'Ortiz, Ben <ben@x.example>'],
  ],
  ['a@b.example, Ana @ Midland', ['a@b.example, Ana @ Midland']],
  ['Ana, a@b.example, Ben, c@d.example', ['Ana, a@b.example, Ben, c@d.example']],
  ['a@b.example; Ben, c@d.example', ['a@b.example', 'Ben, c@d.example']],
  ['no address', ['no address']],
  [' ', ['']],
])('%j contains the people %j', (line, people) => {
  expect(splitInvitedLine(line)).toEqual(people)
  expect(people.flatMap(splitInvitedLine), 'split again').toEqual(people)
})

test('a line that is hard to parse is read quickly', () => {
  for (const hard of ['"', '<', '<"', '"<;', ',<a@', '@,', ' @', 'a@b '])
    expect(splitInvitedLine(hard.repeat(2000)).length).toBeGreaterThan(0)
})
