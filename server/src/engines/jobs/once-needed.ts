import type { RegularWork } from './run-jobs.ts'

type Run<W> = RegularWork<W>['run']

type Needed<W> = {
  readonly isNeeded: (world: W) => boolean
  readonly load: () => Promise<Run<W>>
}

/**
 * Loads regular work when it is first needed. So a start does not wait for it, and unused work takes no memory. If it
 * cannot be loaded, each run fails and is logged.
 */
export function onceNeeded<W>({ isNeeded, load }: Needed<W>): Run<W> {
  let run: Run<W> | undefined
  return async (world, ending) => {
    if (!isNeeded(world)) return
    run ??= await load()
    await run(world, ending)
  }
}
