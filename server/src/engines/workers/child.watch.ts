import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { CONTROL_PIPE, type WatchLimits } from './child-pipes.ts'

/** Milliseconds. A child fills at most some 100 MB in between. */
const LOOK_EVERY_MS = 20

/** A thread of the child, because an endless loop blocks the main thread. */
function watch(port: MessagePort, { memoryBytes, cpuMs }: WatchLimits): void {
  // The pipe closes when the parent dies, even by SIGKILL.
  const control = new Socket({ fd: CONTROL_PIPE, readable: true, writable: false })
  control.on('error', () => {})
  control.on('close', killChild)
  control.resume()
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > memoryBytes) endBy('memory')
    else if ((user + system) / 1000 > cpuMs) endBy('cpu')
  }, LOOK_EVERY_MS)
  port.postMessage('watching')
}

function endBy(limit: 'memory' | 'cpu'): void {
  writeSync(CONTROL_PIPE, limit)
  killChild()
}

function killChild(): void {
  process.kill(process.pid, 'SIGKILL')
}

if (parentPort) watch(parentPort, workerData as WatchLimits)
