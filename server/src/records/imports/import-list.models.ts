import { importStatuses } from './generations.models.ts'
import type { ListedRun } from './import-runs.repository.ts'

/** The status of an import in one word; 'unfinished' means that its process died. */
type State = 'running' | 'unfinished' | 'loaded' | 'undone' | 'refused' | 'failed'

/** An import in the format of `import list --json`. */
export type ImportRecord = {
  readonly importID: number
  readonly kind: string
  readonly CountyID: number
  readonly county: string
  readonly appraisalYear: number | null
  readonly file: string | null
  readonly bytes: number | null
  readonly sha256: string | null
  readonly options: readonly string[]
  readonly who: string
  readonly begunAt: string
  readonly endedAt: string | null
  readonly state: State
  readonly read: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly skipped: number
  readonly refused: number
  /** The import that this one undid. */
  readonly undoes: number | null
  readonly canBeUndone: boolean
}

/** All imports of some counties and years, newest first, in output format. */
export function toImportRecords(runs: readonly ListedRun[]): ImportRecord[] {
  const written = runs
    .filter((run) => run.state === 'loaded' && run.inserted + run.updated + run.removed > 0)
    .toSorted((a, b) => Number(a.written_order) - Number(b.written_order))
  const rolls = Map.groupBy(written, (run) => `${run.kind} ${run.county_id} ${run.appraisal_year}`)
  const standings = new Map([...rolls.values()].flatMap((generations) => [...importStatuses(generations)]))
  return runs.map((run) => {
    const standing = standings.get(run.id)
    const isUndone = standing?.isInEffect === false
    return {
      importID: run.id,
      kind: run.kind,
      CountyID: run.county_id,
      county: run.county,
      appraisalYear: run.appraisal_year,
      file: run.file_name,
      bytes: run.file_bytes === null ? null : Number(run.file_bytes),
      sha256: run.file_sha256?.toString('hex') ?? null,
      options: run.options,
      who: run.actor_name,
      begunAt: new Date(run.begun_at).toISOString(),
      endedAt: run.ended_at === null ? null : new Date(run.ended_at).toISOString(),
      state: isUndone ? 'undone' : stateOf(run),
      ...countsOf(run),
      undoes: run.undoes,
      canBeUndone: run.is_kept && standing?.isInEffect === true && standing.blockedBy === null,
    }
  })
}

function stateOf({ state, isAlive, ended_at: endedAt }: ListedRun): State {
  if (endedAt === null) return isAlive ? 'running' : 'unfinished'
  return state === 'loaded' || state === 'refused' ? state : 'failed'
}

function countsOf({ read, inserted, updated, unchanged, removed, skipped, refused }: ListedRun) {
  return { read, inserted, updated, unchanged, removed, skipped, refused }
}

/** For the terminal. Times are in the portal's zone. */
export function importLine(record: ImportRecord, timeZone: string): string {
  const { importID, kind, county, appraisalYear, file, state, undoes } = record
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return [
    importID,
    at.format(new Date(record.begunAt)),
    `${kind} of ${county}${appraisalYear === null ? '' : ` ${appraisalYear}`}`,
    undoes === null ? (file ?? '') : `undo of ${undoes}`,
    `${state}: ${countsText(record)}`,
    record.canBeUndone ? `'import undo ${importID}' undoes it` : '',
  ]
    .filter((part) => part !== '')
    .join('  ')
}

function countsText({ inserted, updated, removed, refused }: ImportRecord): string {
  return `${count(inserted)} added, ${count(updated)} changed, ${count(removed)} removed, ${count(refused)} lines refused`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
