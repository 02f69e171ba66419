import { createWarmChild } from '../engines/workers/warm-child.ts'
import { fateResult, WARM_FATES } from './warm-fates.child.ts'

// A program: it prints the id of its child, which then never ends.
const child = createWarmChild(WARM_FATES)
const file = { key: 'a', group: '1', about: null, read: async () => Buffer.from('a') }
const answer = await child.ask(file, { question: { act: 'echo' }, result: fateResult })
console.log(answer.kind === 'done' ? answer.result.pid : 0)
await child.ask(file, { question: { act: 'loop' }, result: fateResult })
