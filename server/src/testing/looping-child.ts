import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ChildThrottle, ThrottledChild } from '../engines/workers/child-throttle.ts'
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

// As a program: it runs a child that never ends, pauses it if its argument says so, and prints the child's id.
if (import.meta.main) {
  const { throttle, pause } = pausingThrottle()
  watchNextChild((pid) => {
    if (process.argv[2] === 'paused') pause()
    console.log(pid)
  })
  await runInChild(FATE, { act: 'loop' }, { signal: new AbortController().signal, throttle })
}

/** A throttle that pauses its child when the test says so. */
export function pausingThrottle(): { throttle: ChildThrottle; pause(): void } {
  const children = new Set<ThrottledChild>()
  return {
    throttle: {
      add(child) {
        children.add(child)
        return { [Symbol.dispose]: () => void children.delete(child) }
      },
    },
    pause: () => children.forEach((child) => child.pause()),
  }
}
