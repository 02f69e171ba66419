import { expect, test } from 'vitest'
import { commentParts } from './comment-parts.ts'

const ANN = { id: 7, name: 'Ann Lee' }

const shown = (text: string) => commentParts(text, [ANN]).map((part) => `${part.is}: ${part.text}`)

test('R23.22 only http and https are links, without the punctuation after them', () => {
  expect(shown('See https://a.example/b?c=1, (http://d.example/e(f)) now.')).toEqual([
    'text: See ',
    'link: https://a.example/b?c=1',
    'text: , (',
    'link: http://d.example/e(f)',
    'text: ) now.',
  ])
  const plain = 'javascript:alert(1) ftp://a.example data:text/html,x <a href="x">y</a> https://'
  expect(shown(plain)).toEqual([`text: ${plain}`])
})

test('R23.11 a mention shows the present name of its person, and an unknown one stays text', () => {
  expect(shown('@{7}, ask @{8}')).toEqual(['mention: @Ann Lee', 'text: , ask @{8}'])
})
