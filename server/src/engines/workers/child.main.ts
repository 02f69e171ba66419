import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { RESULT_PIPE, type WatchLimits } from './child-pipes.ts'

// The program of a child process. It loads its module only once the watch runs.
const [module = '', memoryBytes, cpuMs] = process.argv.slice(2)
const workerData: WatchLimits = { memoryBytes: Number(memoryBytes), cpuMs: Number(cpuMs) }
await once(new Worker(new URL('./child.watch.ts', import.meta.url), { workerData }), 'message')
const input: unknown = JSON.parse(await text(process.stdin))
const { run } = (await import(module)) as { run: (input: unknown) => unknown }
const result = JSON.stringify(await run(input))
writeFileSync(RESULT_PIPE, result)
process.exit(0)
