import { parseArgs } from 'node:util'
import { simulateSeed } from './simulate-seed.ts'

const PROGRESS_EVERY = 1000

/** `npm run -s simulate -- [--seeds N] [--from SEED]`: exits with 1 if a promise was broken, and names the seed. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
})
const [seeds, from] = [wholeNumber('seeds', values.seeds), wholeNumber('from', values.from)]

const began = performance.now()
let [promised, turns, broken] = [0, 0, 0]
for (let seed = from; seed < from + seeds; seed++) {
  const outcome = await simulateSeed(seed)
  promised += outcome.promised
  turns += outcome.turns
  if (outcome.breaches.length > 0) broken++
  for (const breach of outcome.breaches) console.log(`seed ${seed}: ${breach}`)
  if ((seed - from + 1) % PROGRESS_EVERY === 0) console.error(`${seed - from + 1} of ${seeds} seeds`)
}
const seconds = Math.round((performance.now() - began) / 1000)
const { user, system } = process.cpuUsage()
const ofProcessor = Math.round((user + system) / 1_000_000)
console.log(
  `${seeds} seeds from ${from}: ${promised} times an object was promised, ${turns} turns, ${broken} seeds with a broken promise; ${seconds} s, ${ofProcessor} s of the processor.`,
)
if (broken > 0) process.exitCode = 1

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`--${name} is a whole number above 0.`)
}
