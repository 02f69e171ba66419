import { expect, test } from 'vitest'
import { readDecision } from './decisions-page.ts'

const PAGE = `# 0004 Count totals by append-only deltas

- Status: amended by [0034](0034-page.md)
- Date: 2026-11-21
- Subject: Counts and pages

## Context

## Decision

## Consequences
`

test('a decision becomes a row with number, title, date, status and the page that amends it', () => {
  expect(readDecision('0004-count.md', PAGE)).toEqual({
    subject: 'Counts and pages',
    row: '| [0004](0004-count.md) | Count totals by append-only deltas | 2026-11-21 | amended | [0034](0034-page.md) |',
  })
})

test.each([
  [
    'no status',
    PAGE.replace('- Status: amended by [0034](0034-page.md)\n', ''),
    'needs "# 0000 Title" first',
  ],
  ['an unknown status', PAGE.replace('amended', 'changed'), 'needs "# 0000 Title" first'],
  ['an unknown subject', PAGE.replace('Counts and pages', 'Counting'), 'has the unknown subject "Counting"'],
  ['no consequences', PAGE.replace('## Consequences', ''), 'lacks the section Consequences.'],
  ['too many lines', `${PAGE}${'- a fact\n'.repeat(60)}`, 'has more than 60 lines.'],
])('a decision with %s is an error', (_what, text, message) => {
  expect(() => readDecision('0004-count.md', text)).toThrow(message)
})
