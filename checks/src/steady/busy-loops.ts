import { spawn } from 'node:child_process'

const LOOPS = 2
/** A loop ends with its parent, however that ends, and reports when it runs. */
const LOOP = `
const parent = process.ppid
process.stdout.write('busy')
while (process.ppid === parent) for (let turn = 0; turn < 1e6; turn++);`

/** Keeps two cores busy until `stop`. Resolves once both loops run. */
export async function startBusyLoops(): Promise<{ stop(): void }> {
  const loops = Array.from({ length: LOOPS }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await Promise.all(loops.map((loop) => new Promise((resolve) => loop.stdout.once('data', resolve))))
  return { stop: () => loops.forEach((loop) => loop.kill('SIGKILL')) }
}
