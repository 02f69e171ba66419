import { expect, test } from 'vitest'
import { helpdeskText } from './helpdesk.ts'

test('the helpdesk is named as such, with the contact that the firm has set', () => {
  expect(helpdeskText({ helpdeskContact: 'the helpdesk' })).toBe('the helpdesk')
  expect(helpdeskText({ helpdeskContact: 'help@firm.example' })).toBe('the helpdesk (help@firm.example)')
})
