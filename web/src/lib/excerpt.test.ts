import { describe, expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

describe('the description in the table', () => {
  test('S9.5 R7.9 five words are shown completely', () => {
    expect(excerptOf('one two three four five')).toEqual({ text: 'one two three four five', isWhole: true })
  })

  test('S2.48 of six words the first five are shown', () => {
    expect(excerptOf('one two three four five six')).toEqual({
      text: 'one two three four five',
      isWhole: false,
    })
  })

  test('any white space separates words, and does not count at the edges', () => {
    expect(excerptOf('  one\ttwo\nthree   four five \n')).toEqual({
      text: 'one two three four five',
      isWhole: true,
    })
  })

  test('an empty description is complete, and so is a missing one', () => {
    expect(excerptOf(' ')).toEqual({ text: '', isWhole: true })
    expect(excerptOf(null)).toEqual({ text: '', isWhole: true })
  })
})
