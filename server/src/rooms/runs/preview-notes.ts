import { MAX_NOTES } from '@portal/contract/runs/reasons.ts'
import { MAX_EXAMPLES } from '@portal/contract/runs/run-errors.ts'
import type { RunPreview } from '@portal/contract/runs/runs.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { Judgment } from './judgment.ts'

type Note = RunPreview['notes'][number]

/** The notes of a preview, by their sentence. */
export type Notes = Map<string, Note>

const OTHERS = 'Now assigned to other people.'

/** Adds who has the documents now that the run would assign, with their first documents (R24.40). */
export function addNotes(
  notes: Notes,
  judgments: ReadonlyMap<number, Judgment>,
  documents: readonly DocumentRow[],
): void {
  for (const { id: FileID, file_name: FileName } of documents) {
    const judgment = judgments.get(FileID)
    if (judgment?.kind !== 'changed' || judgment.change !== 'beside' || judgment.before === null) continue
    const theirs = `Now assigned to ${judgment.before.email}.`
    const sentence = notes.has(theirs) || notes.size < MAX_NOTES ? theirs : OTHERS
    const { count, examples } = notes.get(sentence) ?? { count: 0, examples: [] }
    const listed = examples.length < MAX_EXAMPLES ? [...examples, { FileID, FileName }] : examples
    notes.set(sentence, { sentence, count: count + 1, examples: listed })
  }
}

/** The notes as a person reads them, the most frequent first. */
export function listNotes(notes: Notes): Note[] {
  return [...notes.values()].toSorted((one, other) => other.count - one.count)
}
