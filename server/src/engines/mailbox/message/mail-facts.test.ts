import { expect, test } from 'vitest'
import { HeaderFields } from './header-fields.ts'
import { senderOf, shownField } from './mail-facts.ts'

const headerOf = (...lines: string[]) => new HeaderFields(lines.map((line) => Buffer.from(line)))

test.each([
  '<clerk@loving.example> <x@evil.example>',
  '<x@evil.example> <clerk@loving.example>',
  'clerk@loving.example <x@evil.example>',
  'x@evil.example <clerk@loving.example>',
  'clerk@loving.example (x) <x@evil.example>',
  '<@evil.example:clerk@loving.example>',
  'clerk@loving.example x@evil.example',
  '"clerk@loving.example x"@evil.example',
  'clerk@loving.example "',
])('R11.27 a From that can be read as two addresses identifies no one: %s', (field) => {
  expect(senderOf(headerOf(`From: ${field}`))).toBeNull()
})

test.each([
  'clerk@loving.example',
  '<Clerk@Loving.example>',
  'Clerk <clerk@loving.example>',
  'clerk@loving.example <clerk@loving.example>',
  `"'clerk@loving.example'" <clerk@loving.example>`,
  '"Clerk (for x@y.example), \\"the\\" first" <clerk@loving.example>',
  'clerk@loving.example (x@y.example)',
  '=?utf-8?q?x=40y=2Eexample?= <clerk@loving.example>',
  'Clerks: clerk@loving.example;',
])('R11.27 a From with one address identifies it: %s', (field) => {
  expect(senderOf(headerOf(`From: ${field}`))).toBe('clerk@loving.example')
})

test.each(['From : x@evil.example', 'From\u00a0: x@evil.example', '\vFrom: x@evil.example'])(
  'R11.27 a second field that some programs would read as From leaves the sender unknown: %j',
  (line) => {
    expect(senderOf(headerOf('From: clerk@loving.example', line))).toBeNull()
    expect(senderOf(headerOf(line))).toBeNull()
  },
)

test('R12.14 a subject is shown in one line', () => {
  const subject = 'Subject: =?utf-8?q?a=E2=80=A8b=E2=80=A9c=C2=85d=0D=0Ae?='
  expect(shownField(headerOf(subject), 'subject')).toBe('a b c d e')
})
