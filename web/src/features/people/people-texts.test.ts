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

test('of many counties two are named, and how many more; an administrator sees all', () => {
  expect(countiesText({ role: 'user', counties: [] })).toBe('')
  expect(countiesText({ role: 'user', counties: counties.slice(0, 2) })).toBe('Ector, Midland')
  expect(countiesText({ role: 'user', counties })).toBe('Ector, Midland and 2 more')
  expect(countiesText({ role: 'administrator', counties })).toBe('All')
})

test('a pasted list is read line by line, each once, without those that say nothing', () => {
  expect(linesOf(' a@b.example \r\n\n  \nc@d.example, Ana\na@b.example')).toEqual([
    'a@b.example',
    'c@d.example, Ana',
  ])
})

test('a line of several addresses counts as many, and is sent as a line each', () => {
  expect(linesOf('a@b.example; c@d.example\nJane Doe <j@b.example>, a@b.example\n; ,')).toEqual([
    'a@b.example',
    'c@d.example',
    'Jane Doe <j@b.example>',
    '; ,',
  ])
})

test('managers are offered two roles, administrators all', () => {
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

test('who lacks a second factor that they need is marked, and so is an invitation whose link is over', () => {
  const none = { secondFactor: 'off', hasPasskey: false } as const
  expect(factorsText({ ...none, lacksSecondFactor: false })).toBe('None')
  expect(factorsText({ ...none, lacksSecondFactor: true })).toBe('Needed')
  expect(stateText({ state: 'invited', isLinkOver: false })).toBe('Invited')
  expect(stateText({ state: 'invited', isLinkOver: true })).toBe('Invitation expired')
})
