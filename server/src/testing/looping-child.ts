import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { runInChild } from '../engines/workers/run-in-child.ts'
import { FATE, LOOPING } from './fates.child.ts'

/** Calls `onLooping` once the next child process of this thread is in its endless loop. */
export function watchNextChild(onLooping: (pid: number | undefined) => void): void {
  const onChild = (message: unknown) => {
    unsubscribe('child_process', onChild)
    const { process: child } = message as { process: ChildProcess }
    // Its pipes exist after this message.
    setImmediate(() => {
      child.stderr?.on('data', (text: Buffer) => text.includes(LOOPING) && onLooping(child.pid))
    })
  }
  subscribe('child_process', onChild)
}

// As a program: it runs a child that never ends, and prints the child's id.
if (import.meta.main) {
  watchNextChild((pid) => console.log(pid))
  await runInChild(FATE, { act: 'loop' }, new AbortController().signal)
}
