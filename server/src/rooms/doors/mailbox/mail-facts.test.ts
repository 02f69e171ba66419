import { expect, test } from 'vitest'
import { HeaderFields } from '../../../engines/mailbox/message/header-fields.ts'
import { shownField } from './mail-facts.ts'

const headerOf = (...lines: string[]) => new HeaderFields(lines.map((line) => Buffer.from(line)))

test('R12.14 a subject is shown in one line', () => {
  const subject = 'Subject: =?utf-8?q?a=E2=80=A8b=E2=80=A9c=C2=85d=0D=0Ae?='
  expect(shownField(headerOf(subject), 'subject')).toBe('a b c d e')
})
