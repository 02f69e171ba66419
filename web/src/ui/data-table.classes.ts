import table from './data-table.module.css'
import cards from './data-table.cards.module.css'
import shortCards from './data-table.short-cards.module.css'
import paper from './data-table.paper.module.css'

/** The names that a part of the table has in each of its looks; a later look overrides an earlier one. */
function classesOf(part: string): string {
  return [table, cards, shortCards, paper]
    .map((look) => look[part])
    .filter((name) => name !== undefined)
    .join(' ')
}

export const CLASSES = {
  frame: classesOf('frame'),
  table: classesOf('table'),
  columns: classesOf('columns'),
  head: classesOf('head'),
  heading: classesOf('heading'),
  body: classesOf('body'),
  row: classesOf('row'),
  cell: classesOf('cell'),
} as const
