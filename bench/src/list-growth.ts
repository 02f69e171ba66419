import type { ClientConfig } from 'pg'
import type { BenchContext } from './lib/bench.ts'
import type { Size } from './lib/options.ts'
import { measureInTurn, type Latency, type Target } from './lib/load.ts'
import type { Row } from './lib/report.ts'
import { column, interleave, ratios } from './lib/rounds.ts'
import { spread } from './lib/statistics.ts'
import { plainMilliseconds } from './lib/plain-page.ts'
import { LIST_SHAPES, listPath, pageAt, POSITIONS, type ListShape, type Position } from './list-shapes.ts'

const TURNS = 40
const WARM_UP = 10
const SMALL: Size = '10k'
const GOALS: Partial<Record<Size, number>> = { '1m': 1.3, '10m': 1.6 }

/** A portal of each size that is measured, and its database. */
export type SitesBySize = ReadonlyMap<Size, Omit<Target, 'path'> & { readonly connection: ClientConfig }>

/**
 * Growth of a page's p50 from the small set to the large ones: every shape, first, middle and last full page; beside it what
 * count(*) and OFFSET take on the same database. `when` stands in the rows' names.
 */
export async function benchGrowth(
  sites: SitesBySize,
  { rounds, report }: BenchContext,
  when = '',
): Promise<void> {
  if (!sites.has(SMALL)) return
  for (const shape of LIST_SHAPES) {
    for (const position of POSITIONS) {
      for (const row of await growthOf(sites, { shape, position, rounds, when })) report(row)
    }
  }
}

type GrowthCase = { shape: ListShape; position: Position; rounds: number; when: string }

async function growthOf(sites: SitesBySize, { shape, position, rounds, when }: GrowthCase): Promise<Row[]> {
  const sizes = [...sites.keys()]
  const targets: Target[] = []
  const plain = new Map<Size, number>()
  for (const [size, { connection, ...site }] of sites) {
    const page = pageAt(position, await totalOf(site, shape))
    if (page === null) throw new Error(`'${shape.name}' has no full page of ${size}.`)
    targets.push({ ...site, path: listPath(shape, page) })
    plain.set(size, await plainMilliseconds(connection, { filter: shape.filter, page }))
  }
  const measured = await interleave([{ name: 'sizes', run: () => measure(targets) }], rounds)
  const p50 = (size: Size) =>
    column(measured, 'sizes', (answers) => answers[sizes.indexOf(size)]?.p50 ?? Number.NaN)
  return sizes.flatMap((size) => {
    const goal = GOALS[size]
    if (goal === undefined || size === SMALL) return []
    const [bytes = 0] = column(
      measured,
      'sizes',
      (answers) => answers[sizes.indexOf(size)]?.bytesPerAnswer ?? 0,
    )
    return {
      work: `growth ${size} / ${SMALL}${when}: ${shape.name}, ${position} page`,
      values: ratios(p50(size), p50(SMALL)),
      goal: { atMost: goal },
      figures: `p50 ms: ${sizes.map((each) => `${each} ${spread(p50(each)).median.toFixed(2)}`).join(', ')}; count(*) and OFFSET of ${size} ${(plain.get(size) ?? Number.NaN).toFixed(1)}`,
      bytesPerAnswer: bytes,
      voided: measured.voided,
    }
  })
}

async function measure(targets: readonly Target[]): Promise<Latency[]> {
  await measureInTurn(targets, WARM_UP)
  return measureInTurn(targets, TURNS)
}

async function totalOf({ origin, headers }: Omit<Target, 'path'>, shape: ListShape): Promise<number> {
  const answer = await fetch(new URL(listPath(shape), origin), { headers })
  const { total } = (await answer.json()) as { total: number }
  return total
}
