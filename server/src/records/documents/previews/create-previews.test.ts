import { expect, test } from 'vitest'
import { READ_BLOCKS } from '../../../engines/readers/blocks.task.ts'
import { DRAW_PAGES } from '../../../engines/readers/draw-pages.task.ts'
import { PREVIEW_WAIT_MS } from './create-previews.ts'

test.for([
  ['blocks', READ_BLOCKS],
  ['pages', DRAW_PAGES],
] as const)(
  'R16.35 a file that takes too long as %s ends ten seconds before others stop waiting',
  ([, task]) => {
    expect(task.wallMs + 10_000).toBeLessThanOrEqual(PREVIEW_WAIT_MS)
  },
)
