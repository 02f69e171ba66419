import type { RegularWork } from './run-jobs.ts'

type Run<W> = RegularWork<W>['run']

type Needed<W> = {
  readonly isNeeded: (world: W) => boolean
  readonly load: () => Promise<Run<W>>
}

/**
 * Regular work that is loaded when it is first needed: a start need not wait for it, and where it is never needed it takes
 * no memory. What cannot be loaded fails each run, and the log says so.
 */
export function onceNeeded<W>({ isNeeded, load }: Needed<W>): Run<W> {
  let run: Run<W> | undefined
  return async (world, ending) => {
    if (!isNeeded(world)) return
    run ??= await load()
    await run(world, ending)
  }
}
