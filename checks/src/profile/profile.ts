import type { Outcome } from '../outcome.ts'
import type { FileTimes } from './file-times.ts'
import type { Tallies } from './tallies.ts'

/** The machine during a run. The load is the one-minute average. */
export type Machine = { readonly cores: number; readonly loadAtStart: number; readonly loadAtEnd: number }

/** The measurements of a finished step. */
export type MeasuredStep = {
  readonly outcome: Outcome
  readonly files: readonly FileTimes[]
  readonly started: Tallies
}

/** Where the time of a run went: the content of `test-results/profile.json`. */
export type Profile = {
  readonly machine: Machine
  /** From the start to the end of the run; the static checks run in parallel. */
  readonly seconds: number
  readonly stages: readonly (Outcome & { readonly started?: Tallies })[]
  /** The slowest file first. */
  readonly files: readonly (FileTimes & { readonly stage: string })[]
}

type Run = { readonly machine: Machine; readonly seconds: number; readonly steps: readonly MeasuredStep[] }

export function profileOf({ machine, seconds, steps }: Run): Profile {
  return {
    machine,
    seconds,
    stages: steps.map(({ outcome, started }) =>
      Object.keys(started).length > 0 ? { ...outcome, started } : outcome,
    ),
    files: steps
      .flatMap(({ outcome, files }) => files.map((file) => ({ stage: outcome.name, ...file })))
      .toSorted((one, other) => other.seconds - one.seconds),
  }
}

const SHOWN_FILES = 10

/** The summary at the end of a run: the time per stage, what each stage started, and the slowest files. */
export function profileLines({ machine, seconds, stages, files }: Profile): string[] {
  const { cores, loadAtStart, loadAtEnd } = machine
  return [
    `Time per stage (${inSeconds(seconds)} s in all; ${cores} cores, load ${loadAtStart.toFixed(1)} to ${loadAtEnd.toFixed(1)}):`,
    ...stages.map((stage) => `${inSeconds(stage.seconds).padStart(8)} s  ${stage.name}${startedBy(stage)}`),
    ...(files.length > 0 ? ['', 'The slowest test files:'] : []),
    ...files
      .slice(0, SHOWN_FILES)
      .map((file) => `${inSeconds(file.seconds).padStart(8)} s  ${file.file} (${detailsOf(file)})`),
  ]
}

function startedBy({ started }: Profile['stages'][number]): string {
  const counts = Object.entries(started ?? {}).map(([kind, count]) => `${kind}: ${count}`)
  return counts.length > 0 ? ` (${counts.join(', ')})` : ''
}

function detailsOf({ stage, tests, split }: Profile['files'][number]): string {
  const parts = [stage, tests === 1 ? '1 test' : `${tests} tests`]
  if (split) parts.push(`import ${inSeconds(split.import)} s, setup ${inSeconds(split.setup)} s`)
  return parts.join(', ')
}

const inSeconds = (seconds: number) => seconds.toFixed(1)
