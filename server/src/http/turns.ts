import { tooMany } from './errors.ts'

/** Of one person; more are refused. */
const WAITING_AT_MOST = 4
/** Milliseconds that somebody waits for their turn. */
const PATIENCE = 30_000

export type Turns = {
  /** Resolves with what ends the turn once it is that person's. Throws 429 when too many wait, or for too long. */
  take(accountId: number): Promise<() => void>
}

/**
 * Everybody has one turn at a time: what a person asks for meanwhile waits, and holds up nobody else. Who is refused reads
 * `sentence`.
 */
export function oneTurnEach(sentence: string): Turns {
  const waiting = new Map<number, (() => void)[]>()

  const end = (accountId: number) => {
    const next = waiting.get(accountId)?.shift()
    if (next) next()
    else waiting.delete(accountId)
  }
  const turnOf = (accountId: number) => {
    let isOver = false
    return () => {
      if (!isOver) end(accountId)
      isOver = true
    }
  }
  const wait = (accountId: number, line: (() => void)[]) =>
    new Promise<() => void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        resolve(turnOf(accountId))
      }
      const late = setTimeout(() => {
        line.splice(line.indexOf(begin), 1)
        reject(tooMany(sentence, PATIENCE / 1000))
      }, PATIENCE)
      line.push(begin)
    })

  return {
    async take(accountId) {
      const line = waiting.get(accountId)
      if (line === undefined) {
        waiting.set(accountId, [])
        return turnOf(accountId)
      }
      if (line.length >= WAITING_AT_MOST) throw tooMany(sentence, PATIENCE / 1000)
      return wait(accountId, line)
    },
  }
}
