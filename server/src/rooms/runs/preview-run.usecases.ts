import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_NOTES } from '@portal/contract/runs/reasons.ts'
import { MAX_AT_ONCE, MAX_EXAMPLES } from '@portal/contract/runs/run-errors.ts'
import type { previewRun as previewRunCall } from '@portal/contract/runs/runs.ts'
import type { PersonContext } from '../../records/context.ts'
import { listDocuments, type DocumentRow } from '../../records/documents/documents.repository.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import type { Tally } from '../../records/runs/runs.repository.ts'
import { inSearchTurn } from '../../records/search-index/in-search-turn.ts'
import { selectDocuments } from '../../records/search-index/select-documents.ts'
import { judgeDocuments } from './judge.ts'
import type { Judgment } from './judgment.ts'
import { requireAction } from './require-action.ts'
import { RUN_LIMIT } from './run-limit.ts'
import { addTallies, listReasons, reasonOf, tallyOf } from './tally.ts'

/** Documents that are judged at a time. */
const PORTION = 1000

type Preview = ResultOf<typeof previewRunCall>
type Examples = Map<string, { FileID: number; FileName: string }[]>
/** By their sentence. */
type Notes = Map<string, Preview['notes'][number]>
type Found = { readonly examples: Examples; readonly notes: Notes }

/**
 * What a run would do now, without doing it. The judges are those of the run.
 * @throws PortalError as `requireAction` and `selectDocuments`; 429 while others preview many documents; the reason of
 * `senderGone`.
 */
export async function previewRun(
  call: PersonContext,
  { selection, action }: BodyOf<typeof previewRunCall>,
  senderGone: AbortSignal,
): Promise<Preview> {
  const what = await requireAction(call, action)
  const judge = async (context: PersonContext) => {
    const { ids, isComplete } = await selectDocuments(context, selection, RUN_LIMIT)
    const judgeNow = () => judgeAll(context, { action, ids }, senderGone)
    const { accountId } = context.actor.person
    const { tally, examples, notes } = await (ids.length <= MAX_AT_ONCE
      ? judgeNow()
      : context.largePreviews.run(accountId, judgeNow, { signal: senderGone }))
    const { reasons, ...counts } = tally
    const upTo = 'filter' in selection ? (ids.at(-1) ?? null) : null
    const why = { reasons: toReasons(reasons, examples), notes: listNotes(notes) }
    return { what, total: ids.length, upTo, isComplete, ...counts, ...why }
  }
  return inSearchTurn(call, judge, senderGone)
}

type Portion = Pick<BodyOf<typeof previewRunCall>, 'action'> & { readonly ids: readonly number[] }

async function judgeAll(context: PersonContext, { action, ids }: Portion, senderGone: AbortSignal) {
  const found: Found = { examples: new Map(), notes: new Map() }
  let tally: Tally = { changed: 0, unchanged: 0, refused: 0, reasons: {} }
  for (let at = 0; at < ids.length; at += PORTION) {
    senderGone.throwIfAborted()
    const portion = { action, ids: ids.slice(at, at + PORTION) }
    tally = addTallies(tally, await judgePortion(context, portion, found))
  }
  return { tally, ...found }
}

async function judgePortion(
  { actor: { person }, dictionaries, clock, database, documentGuards: guards }: PersonContext,
  { action, ids }: Portion,
  { examples, notes }: Found,
): Promise<Tally> {
  const names = await dictionaries.names()
  return database.kysely.transaction().execute(async (db) => {
    const documents = await listDocuments(db, ids)
    const context = { person, names, now: clock.now(), db, isChange: false }
    const items = ids.map((id) => ({ id, reversal: null }))
    const judgments = await judgeDocuments(context, documents, { action, guards, items })
    const seen = documents.filter((document) => mayDownload(person, document) === null)
    addExamples(examples, judgments, seen)
    addNotes(notes, judgments, seen)
    return tallyOf(judgments.values())
  })
}

/** Adds the first documents of each reason. Those that the caller does not see, in the list or the bin, have no name. */
function addExamples(
  examples: Examples,
  judgments: ReadonlyMap<number, Judgment>,
  seen: readonly DocumentRow[],
): void {
  for (const { id: FileID, file_name: FileName } of seen) {
    const judgment = judgments.get(FileID)
    if (judgment?.kind !== 'refused') continue
    const reason = reasonOf(judgment.refusal)
    const listed = examples.get(reason) ?? []
    if (listed.length < MAX_EXAMPLES) examples.set(reason, [...listed, { FileID, FileName }])
  }
}

function toReasons(reasons: Tally['reasons'], examples: Examples): Preview['reasons'] {
  return listReasons(reasons).map((reason) => ({ ...reason, examples: examples.get(reason.sentence) ?? [] }))
}

const OTHERS = 'Now assigned to other people.'

/** Adds who has the documents now that the run would assign, with their first documents (R24.40). */
function addNotes(
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
function listNotes(notes: Notes): Preview['notes'] {
  return [...notes.values()].toSorted((one, other) => other.count - one.count)
}
