import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { shuffled } from './rounds.ts'
import { median } from './statistics.ts'

export type Load = {
  readonly origin: string
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  /** What a good answer has; 200 unless told otherwise. */
  readonly status?: number
} & ({ readonly seconds: number } | { readonly requests: number })

export type LoadResult = {
  requests: number
  perSecond: number
  /** Milliseconds, request sent to last byte. */
  p50: number
  bytesPerAnswer: number
}

/**
 * Asks the paths in turn over kept connections, each the next as soon as its last answer is whole.
 * @throws Error on any other answer.
 */
export async function load(work: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: work.connections })
  const times: number[] = []
  let bytes = 0
  let next = 0
  const starts = performance.now()
  const isOver = () =>
    'seconds' in work ? performance.now() - starts >= work.seconds * 1000 : next >= work.requests
  const connection = async () => {
    while (!isOver()) {
      const path = work.paths[next++ % work.paths.length] ?? '/'
      const sent = performance.now()
      const answered = await bytesOf(new URL(path, work.origin), {
        agent,
        headers: work.headers ?? {},
        status: work.status ?? 200,
      })
      times.push(performance.now() - sent)
      bytes += answered
    }
  }
  try {
    await Promise.all(Array.from({ length: work.connections }, connection))
  } finally {
    agent.destroy()
  }
  const seconds = (performance.now() - starts) / 1000
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: median(times),
    bytesPerAnswer: bytes / times.length,
  }
}

export type Target = {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** When an answer counts as there; a file that is waited for until its first byte only is left unread. */
  readonly until?: 'first byte' | 'last byte' | undefined
}

/** After which a server has heard that the file before was left unread; it sends somebody one at a time. */
const UNREAD_IS_KNOWN_MS = 100

export type Latency = { p50: number; bytesPerAnswer: number }

/**
 * Asks several targets in turn, one request at a time, so that whatever else the machine does meets all of them alike.
 * Their order is shuffled in each turn.
 */
export async function measureInTurn(targets: readonly Target[], turns: number): Promise<Latency[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen = targets.map((target) => ({ target, times: [] as number[], bytes: 0 }))
  try {
    for (let turn = 0; turn < turns; turn++) {
      for (const each of shuffled(seen)) {
        const { origin, path, headers, until } = each.target
        if (until === 'first byte') await setTimeout(UNREAD_IS_KNOWN_MS)
        const sent = performance.now()
        const answered = await bytesOf(new URL(path, origin), { agent, headers, status: 200, until })
        each.times.push(performance.now() - sent)
        each.bytes += answered
      }
    }
  } finally {
    agent.destroy()
  }
  return seen.map(({ times, bytes }) => ({ p50: median(times), bytesPerAnswer: bytes / times.length }))
}

type RequestOptions = {
  agent: Agent
  headers: Readonly<Record<string, string>>
  status: number
  until?: Target['until']
}

function bytesOf(url: URL, { agent, headers, status, until }: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (until !== 'first byte' || answer.statusCode !== status) return
        resolve(bytes)
        answer.destroy()
      })
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === status
          ? resolve(bytes)
          : reject(new Error(`${url.pathname}${url.search} answered ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
