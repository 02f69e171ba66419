import { expect, test } from 'vitest'
import { draftOf, EMPTY_DRAFT, lengthOf, sentText, withMention } from './comment-draft.ts'

const ANN = { id: 7, name: 'Ann' }
const OTHER_ANN = { id: 8, name: 'Ann' }
const ANN_LEE = { id: 9, name: 'Ann Lee' }

test('R23.11 a person is typed by name and sent by id, also if two have one name', () => {
  const first = withMention({ ...EMPTY_DRAFT, text: 'Ask @an today' }, ANN, { from: 4, to: 7 })
  expect(first.draft.text).toBe('Ask @Ann today')
  expect(first.caret).toBe('Ask @Ann '.length)
  const second = withMention(first.draft, OTHER_ANN, { from: 0, to: 0 })
  const third = withMention(second.draft, ANN_LEE, { from: 0, to: 0 })
  expect(third.draft.text).toBe('@Ann Lee @Ann (2) Ask @Ann today')
  expect(sentText(third.draft)).toBe('@{9} @{8} Ask @{7} today')
})

test('R23.11 a comment is changed with the names of its people, and its length is that of what is sent', () => {
  const text = 'Ask @{7} or @{8}'
  const draft = draftOf({ text, mentions: [ANN, OTHER_ANN] })
  expect(draft.text).toBe('Ask @Ann or @Ann (2)')
  expect(sentText(draft)).toBe(text)
  expect(lengthOf(draft)).toBe(text.length)
})
