import { callPath } from '@portal/contract/call-path.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import type { Bench } from './lib/bench.ts'
import { FILE_WITH_HISTORY, makeDocumentHistory, READER } from './lib/document-history-data.ts'
import { reportGrowth, type Page } from './lib/growth.ts'

const GOAL = 1.6
const SMALL = 20
const LARGE = 10_000

type Question = Readonly<Record<string, string>>

const page = (query: Question): Page => ({
  path: `/api${callPath(getDocumentHistory, { params: { fileId: FILE_WITH_HISTORY }, query })}`,
})

/** The first page of the history of a document with many events, against that of one with few, among as many others. */
export const benchDocumentHistory: Bench = async (context) => {
  await reportGrowth(context, {
    of: 'events of a document',
    small: SMALL,
    large: LARGE,
    atMost: GOAL,
    fill: makeDocumentHistory,
    pages: {
      'history of a document, the newest': page({}),
      'history of a document, who read it': page({ kind: 'read' }),
      'history of a document, what was changed': page({ kind: 'changed' }),
      'history of a document, to a reader who sees only their own reads': { ...page({}), as: READER },
    },
  })
}
