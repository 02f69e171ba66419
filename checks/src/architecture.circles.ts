import type { Reference } from './architecture.sources.ts'

type Arrow = Pick<Reference, 'from' | 'to'>

/** Every cycle: a group of places that reach each other by arrows, each with its members sorted by name. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const reach = new Map([...next.keys()].map((from) => [from, reachableFrom(from, next)]))
  const isMutual = (one: string, other: string) =>
    reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true
  const found = new Map<string, string[]>()
  for (const one of reach.keys()) {
    if (!reach.get(one)?.has(one)) continue
    const circle = [...reach.keys()].filter((other) => isMutual(one, other)).toSorted()
    found.set(circle.join(), circle)
  }
  return [...found.values()]
}

function reachableFrom(start: string, next: ReadonlyMap<string, readonly Arrow[]>): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const { to } of next.get(place) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}
