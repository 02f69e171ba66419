import { expect, test } from 'vitest'
import {
  countiesText,
  factorsText,
  linesOf,
  roleFilterOptions,
  roleOptions,
  stateText,
  totalText,
} from './people-texts.ts'

const counties = ['Ector', 'Midland', 'Reeves', 'Ward'].map((Name, at) => ({ CountyID: at + 1, Name }))

test('of many counties two are named, with the count of the others; an administrator sees all', () => {
  expect(countiesText({ role: 'user', counties: [] })).toBe('')
  expect(countiesText({ role: 'user', counties: counties.slice(0, 2) })).toBe('Ector, Midland')
  expect(countiesText({ role: 'user', counties })).toBe('Ector, Midland and 2 more')
  expect(countiesText({ role: 'administrator', counties })).toBe('All')
})

test('a pasted list is read line by line, each once, without empty lines', () => {
  expect(linesOf(' a@b.example \r\n\n  \nc@d.example, Ana\na@b.example')).toEqual([
    'a@b.example',
    'c@d.example, Ana',
  ])
})

test('a line with several addresses counts as many, and is sent as one line each', () => {
  expect(linesOf('a@b.example; c@d.example\nJane Doe <j@b.example>, a@b.example\n; ,')).toEqual([
    'a@b.example',
    'c@d.example',
    'Jane Doe <j@b.example>',
    '; ,',
  ])
})

test('managers can choose two roles, administrators all', () => {
  expect(roleOptions({ isAdmin: false }).map(({ value }) => value)).toEqual(['user', 'reader'])
  expect(roleOptions({ isAdmin: true })).toHaveLength(5)
})

const offered = (isAdmin: boolean) => roleFilterOptions({ isAdmin }).map(({ value }) => value)

test('R7.47 a manager filters by the roles that they can see, an administrator by all', () => {
  expect(offered(false)).toEqual(['', 'user', 'manager', 'reader'])
  expect(offered(true)).toEqual(['', 'user', 'manager', 'staff', 'administrator', 'reader'])
})

test('people are counted in words', () => {
  expect([totalText(1), totalText(10_000)]).toEqual(['1 person', '10,000 people'])
})

test('a missing required second factor is marked, and so is an invitation with an expired link', () => {
  const none = { secondFactor: 'off', hasPasskey: false } as const
  expect(factorsText({ ...none, lacksSecondFactor: false })).toBe('None')
  expect(factorsText({ ...none, lacksSecondFactor: true })).toBe('Required')
  expect(stateText({ state: 'invited', isLinkOver: false })).toBe('Invited')
  expect(stateText({ state: 'invited', isLinkOver: true })).toBe('Invitation expired')
})
