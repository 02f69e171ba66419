import { afterEach, expect, test } from 'vitest'
import { holdQueue } from './queue-tabs.ts'
import { manyTurns } from './turns.test-data.ts'

let tabs: { readonly closing: AbortController; readonly ended: Promise<void> }[] = []
afterEach(async () => {
  for (const { closing } of tabs) closing.abort()
  await Promise.all(tabs.map(({ ended }) => ended))
  tabs = []
})

/** A tab of this person; what it hears, in order. */
function openTab(username = 'clerk@loving.example') {
  const closing = new AbortController()
  const heard: string[] = []
  const ended = holdQueue({
    username,
    until: closing.signal,
    onElsewhere: () => heard.push('elsewhere'),
    onHeld: () => heard.push('held'),
  })
  tabs.push({ closing, ended })
  return { heard, close: () => closing.abort() }
}

test('of tabs that open in the same moment one sends, and the others know that it is not they', async () => {
  const opened = [openTab(), openTab(), openTab()]
  await manyTurns()
  expect(opened.map(({ heard }) => heard)).toEqual([['held'], ['elsewhere'], ['elsewhere']])
})

test('the next tab takes over when the one that sends closes, and another person has a queue of their own', async () => {
  const first = openTab()
  const second = openTab()
  const other = openTab('reader@loving.example')
  await manyTurns()
  expect(other.heard).toEqual(['held'])
  first.close()
  await manyTurns()
  expect(second.heard).toEqual(['elsewhere', 'held'])
})

test('a tab that closes before it holds the queue never does', async () => {
  const first = openTab()
  const second = openTab()
  second.close()
  await manyTurns()
  first.close()
  await manyTurns()
  const third = openTab()
  await manyTurns()
  expect(second.heard).not.toContain('held')
  expect(third.heard).toEqual(['held'])
})
