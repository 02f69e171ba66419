import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Of the lines that are written at a time. */
const LINES_AT_ONCE = 5000
const AGENTS = 600
const NAMES = ['CAPROCK', 'LLANO', 'MESQUITE', 'PALO DURO', 'GARZA', "O'DELL", 'HOLLOWAY', 'ROYALTY'] as const
const FORMS = ['OPERATING LLC', 'FAMILY TRUST', 'ETUX', 'PIPELINE LP', 'ENERGY', 'MINERALS'] as const

type Value = {
  number: number
  name: string
  cadId: number
  agent: number | null
  current: string
  prior: string
}
type File = { readonly path: string; readonly rows: number }

/** A roll as an appraisal district exports it; the same one each time. */
export async function writeRollFile({ path, rows }: File): Promise<void> {
  const header = 'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue\r\n'
  await write({ path, rows }, header, ({ number, name, cadId, agent, current, prior }) => {
    const agentCells = agent === null ? ',' : `${agent},AGENT ${agent}`
    return `${number},${name},${cadId},${agentCells},${current},${prior}\r\n`
  })
}

/** The same rows as COPY reads them, with county and year: the least work that a database can have with them. */
export async function writeCopyFile({ path, rows }: File): Promise<void> {
  await write({ path, rows }, '', ({ number, name, cadId, agent, current, prior }) => {
    const agentCells = agent === null ? '\\N\t' : `${agent}\tAGENT ${agent}`
    return `1\t2026\t${number}\t${name}\t${cadId}\t${agentCells}\t${current}\t${prior || '\\N'}\n`
  })
}

async function write({ path, rows }: File, header: string, line: (value: Value) => string): Promise<void> {
  async function* lines() {
    yield header
    for (let from = 0; from < rows; from += LINES_AT_ONCE) {
      const some = Array.from({ length: Math.min(LINES_AT_ONCE, rows - from) }, (_line, at) =>
        line(valueAt(from + at)),
      )
      yield some.join('')
    }
  }
  await pipeline(lines, createWriteStream(path))
}

function valueAt(at: number): Value {
  const mixed = Math.imul(at, 2_654_435_761) >>> 0
  return {
    number: 100_000 + at * 7,
    name: `${NAMES[mixed % NAMES.length]} ${FORMS[(mixed >>> 4) % FORMS.length]} ${mixed % 9973}`,
    cadId: 500_000 + at * 3,
    agent: at % 3 === 0 ? 1001 + (mixed % AGENTS) * 3 : null,
    current: ((mixed % 100_000_000) / 100).toFixed(2),
    prior: at % 7 === 0 ? '' : ((mixed % 90_000_000) / 100).toFixed(2),
  }
}
