import { describe, expect, test } from 'vitest'
import { choose, isUndecided, mergeDrafts, typeInto } from './conflict.ts'

const base = { statusId: 1, typeId: 10, rendered: null, extended: false, description: 'First text' }

describe('two people change one document', () => {
  test('only my changes stay, only their changes are taken over', () => {
    const merged = mergeDrafts({
      base,
      mine: { ...base, description: 'My text' },
      theirs: { ...base, statusId: 2 },
    })
    expect(merged.draft).toEqual({ ...base, statusId: 2, description: 'My text' })
    expect(merged.clashes).toEqual({})
    expect(merged.taken).toEqual(['statusId'])
  })

  test('a field that both changed differently is a conflict, and my text stays in the form', () => {
    const merged = mergeDrafts({
      base,
      mine: { ...base, description: 'My text' },
      theirs: { ...base, description: 'Their text' },
    })
    expect(merged.draft.description).toBe('My text')
    expect(merged.clashes).toEqual({ description: { mine: 'My text', theirs: 'Their text', choice: null } })
    expect(isUndecided(merged.clashes)).toBe(true)
  })

  test('a field that both changed the same way is no conflict', () => {
    const both = { ...base, statusId: 3 }
    expect(mergeDrafts({ base, mine: both, theirs: both })).toEqual({ draft: both, clashes: {}, taken: [] })
  })

  test('the day of a rendered document belongs to its rendered state: neither is merged alone', () => {
    const rendered = { ...base, rendered: '2026-04-15' }
    const mine = { ...rendered, rendered: '2026-05-15' }
    const theirs = { ...rendered, rendered: null }
    const merged = mergeDrafts({ base: rendered, mine, theirs })
    expect(merged.clashes).toEqual({ rendered: { mine: '2026-05-15', theirs: null, choice: null } })
    expect(choose(merged, 'rendered', 'theirs').draft.rendered).toBeNull()
  })

  test('both texts stay available, however often the choice changes', () => {
    const merged = mergeDrafts({
      base,
      mine: { ...base, description: 'My text' },
      theirs: { ...base, description: 'Their text' },
    })
    const theirs = choose(merged, 'description', 'theirs')
    expect(theirs.draft.description).toBe('Their text')
    expect(isUndecided(theirs.clashes)).toBe(false)
    const mine = choose(theirs, 'description', 'mine')
    expect(mine.draft.description).toBe('My text')
    expect(choose(mine, 'description', 'theirs').draft.description).toBe('Their text')
  })

  test('text typed after the conflict becomes mine and is not lost either', () => {
    const merged = mergeDrafts({
      base,
      mine: { ...base, description: 'My text' },
      theirs: { ...base, description: 'Their text' },
    })
    const typed = typeInto(merged, { description: 'My longer text' })
    const theirs = choose(typed, 'description', 'theirs')
    expect(choose(theirs, 'description', 'mine').draft.description).toBe('My longer text')
  })

  test('a choice about a field without a conflict changes nothing', () => {
    expect(choose({ draft: base, clashes: {} }, 'statusId', 'theirs')).toEqual({ draft: base, clashes: {} })
  })
})
