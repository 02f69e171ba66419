import type { ChildServer } from './child-server.ts'
import type { Row } from './report.ts'
import { column, interleave, ratios } from './rounds.ts'
import { spread } from './statistics.ts'

const MEGABYTE = 1_048_576

/** What a round of work came to. */
export type WorkResult = { requests: number; perSecond: number; bytesPerAnswer: number }
type Sample = WorkResult & { cpu: number | null }

/** A server at work: the portal, or the floor beside it. */
export type Side = { readonly server: ChildServer; run(): Promise<WorkResult> }

type Comparison = {
  readonly work: string
  readonly portal: Side
  readonly floor: Side
  readonly rounds: number
  /** Of the floor's rate. */
  readonly atLeast: number
  readonly figuresIn: 'requests' | 'MiB'
}

/** The portal's rate against the floor's, in rounds, with the processor time that each takes for a request. */
export async function compareRates({ portal, floor, rounds, ...about }: Comparison): Promise<Row> {
  const measured = await interleave(
    [
      { name: 'portal', run: () => sample(portal) },
      { name: 'floor', run: () => sample(floor) },
    ],
    rounds,
  )
  const figures = (name: string, figure: (done: Sample) => number) => column(measured, name, figure)
  const rates = (name: string) => figures(name, ({ perSecond }) => perSecond)
  const middle = (name: string, figure: (done: Sample) => number) => spread(figures(name, figure)).median
  const cpu = (name: string) => finite(middle(name, (done) => done.cpu ?? Number.NaN))
  const told = (name: string) =>
    about.figuresIn === 'MiB'
      ? middle(name, (done) => (done.perSecond * done.bytesPerAnswer) / MEGABYTE).toFixed(0)
      : middle(name, (done) => done.perSecond).toFixed(0)
  return {
    work: about.work,
    values: ratios(rates('portal'), rates('floor')),
    goal: { atLeast: about.atLeast },
    figures: `${told('portal')} / ${told('floor')} ${about.figuresIn} a second`,
    bytesPerAnswer: middle('portal', ({ bytesPerAnswer }) => bytesPerAnswer),
    cpu: { portal: cpu('portal'), floor: cpu('floor') },
    voided: measured.voided,
  }
}

async function sample({ server, run }: Side): Promise<Sample> {
  const before = server.cpu()
  const done = await run()
  const after = server.cpu()
  return { ...done, cpu: before === null || after === null ? null : (after - before) / done.requests }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
