import { expect, test } from 'vitest'
import { helpdeskText } from './helpdesk.ts'

test('the helpdesk is shown under that name, with the contact of the firm’s setting', () => {
  expect(helpdeskText({ helpdeskContact: 'the helpdesk' })).toBe('the helpdesk')
  expect(helpdeskText({ helpdeskContact: 'help@firm.example' })).toBe('the helpdesk (help@firm.example)')
})
