import type { NamedCall } from '@portal/contract/every-call.ts'
import { accountLines } from './account-lines.ts'
import { commentLines } from './comment-lines.ts'
import { correctionLines } from './correction-lines.ts'
import { countyLines } from './county-lines.ts'
import { documentLines } from './document-lines.ts'
import { ingestionLines } from './ingestion-lines.ts'
import { historyLines } from './history-lines.ts'
import type { Line } from './line.ts'
import { listLines } from './list-lines.ts'
import { peopleLines } from './people-lines.ts'
import { receiptLines } from './receipt-lines.ts'
import { archiveLines } from './archive-lines.ts'
import { runLines } from './run-lines.ts'
import { operationsLines } from './operations-lines.ts'
import { questionLines } from './question-lines.ts'
import { workLines } from './work-lines.ts'
import { viewLines } from './view-lines.ts'

/** One line per call, by its name. Lines for several rooms follow each other. */
const LINES: Readonly<Record<string, Line>> = {
  ...accountLines,
  ...listLines,
  ...documentLines,
  ...peopleLines,
  ...historyLines,
  ...countyLines,
  ...receiptLines,
  ...operationsLines,
  ...ingestionLines,
  ...viewLines,
  ...workLines,
  ...commentLines,
  ...correctionLines,
  ...questionLines,
  ...runLines,
  ...archiveLines,
}

/** @throws if a call of the contract has no line. */
export function lineOf({ name }: Pick<NamedCall, 'name'>): Line {
  const line = LINES[name]
  if (!line)
    throw new Error(
      `${name} has no line in testing/across/wall: say there how it is made, and what it answers.`,
    )
  return line
}
