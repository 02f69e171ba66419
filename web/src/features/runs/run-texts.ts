import type { PreparedArchive } from '@portal/contract/archives/archives.ts'
import type { RunActionKind } from '@portal/contract/runs/actions.ts'
import { UNDO_DAYS } from '@portal/contract/runs/run-errors.ts'
import { type Run, type RunOutcome, type RunPreview } from '@portal/contract/runs/runs.ts'
import { formatBytes } from '../../lib/format.ts'

export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`
}

type ActionWords = {
  readonly start: string
  /** What will happen to files: they will be changed. */
  readonly happens: string
  /** What has happened to them. */
  readonly changed: string
}

const CHANGE: ActionWords = {
  start: 'Change',
  happens: 'changed',
  changed: 'changed',
}

const WORDS: Partial<Readonly<Record<RunActionKind, ActionWords>>> = {
  bin: { start: 'Move', happens: 'moved', changed: 'moved to Recycle Bin' },
  comment: { start: 'Comment on', happens: 'commented on', changed: 'commented on' },
  restore: {
    start: 'Restore',
    happens: 'restored',
    changed: 'restored',
  },
}

function wordsOf(kind: RunActionKind | null): ActionWords {
  return (kind !== null && WORDS[kind]) || CHANGE
}

/** The button that starts a change. */
export function startText(kind: RunActionKind | null, count: number): string {
  return `${wordsOf(kind).start} ${filesText(count)}`
}

type Counts = Pick<RunPreview, 'changed' | 'unchanged' | 'refused'>

type PreviewWords = {
  /** What unchanged files are, such as `Completed`; null if that has no word. */
  readonly already: string | null
  /** Null until the action is complete. */
  readonly kind: RunActionKind | null
}

/** What a change would do, one line for each result. */
export function previewLines(counts: Counts, { already, kind }: PreviewWords) {
  const { changed, unchanged, refused } = counts
  const words = wordsOf(kind)
  const same = unchanged === 1 ? '1 already is' : `${unchanged.toLocaleString('en-US')} already are`
  return {
    changed: `${filesText(changed)} will be ${words.happens}`,
    unchanged:
      already === null
        ? `${filesText(unchanged)} need${unchanged === 1 ? 's' : ''} no change`
        : `${same} ${already}`,
    refused: `${refused.toLocaleString('en-US')} cannot be ${words.happens}`,
  }
}

/** The notice after a run of at most a page or so. */
export function doneText(kind: RunActionKind, { changed, refused }: Counts): string {
  const words = wordsOf(kind)
  const done = `${filesText(changed)} ${words.changed}`
  return refused === 0
    ? `${done}.`
    : `${done}, ${refused.toLocaleString('en-US')} could not be ${words.happens}.`
}

/** The notice after an undo: files that somebody changed since stay as they are. */
export function undoneText(
  number: number,
  { changed, refused }: Pick<Counts, 'changed' | 'refused'>,
): string {
  if (refused === 0) return `Run ${number} is undone.`
  const stay = `${filesText(refused)} ${refused === 1 ? 'was' : 'were'} changed since and ${refused === 1 ? 'stays' : 'stay'} as ${refused === 1 ? 'it is' : 'they are'}`
  return changed === 0
    ? `Run ${number} is not undone: ${stay}.`
    : `Run ${number} is undone for ${filesText(changed)}. ${stay}.`
}

/** Says how long a run still takes. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return 'Estimating the time left...'
  if (seconds < 60) return 'Less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes === 1) return 'About 1 minute left'
  if (minutes < 60) return `About ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'About 1 hour left' : `About ${hours} hours left`
}

const STATES: Readonly<Record<Run['state'], string>> = {
  running: 'Running',
  stopped: 'Stopped',
  done: 'Finished',
}

export function stateText({ state, undoneBy }: Pick<Run, 'state' | 'undoneBy'>): string {
  return undoneBy === null ? STATES[state] : 'Undone'
}

export const OUTCOME_TEXT: Readonly<Record<RunOutcome, string>> = {
  pending: 'Waiting',
  changed: 'Changed',
  unchanged: 'No change needed',
  refused: 'Could not be changed',
}

const DAY_MS = 86_400_000

/** Until when a run can be undone; null while it is under way. */
export function undoableUntil({ endedAt }: Pick<Run, 'endedAt'>): string | null {
  return endedAt === null ? null : new Date(Date.parse(endedAt) + UNDO_DAYS * DAY_MS).toISOString()
}

/** What a ZIP file has, such as `309 files, 1.2 GB`. */
export function contentsText({ files, bytes }: Pick<PreparedArchive, 'files' | 'bytes'>): string {
  return files === 0 ? 'No file can be downloaded' : `${filesText(files)}, ${formatBytes(bytes)}`
}

/** Why files are left out, such as `2 files are left out: This file is in the recycle bin.` */
export function leftOutText({ count, sentence }: PreparedArchive['leftOut'][number]): string {
  return `${filesText(count)} ${count === 1 ? 'is' : 'are'} left out: ${sentence}`
}
