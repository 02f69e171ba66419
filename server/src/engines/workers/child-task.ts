import type { z } from 'zod'

export type ChildLimits = {
  /** Megabytes of the whole process. */
  readonly memoryMb: number
  /** Milliseconds from its start to its end. */
  readonly wallMs: number
  /** Milliseconds of processor time of all its threads. Without it only `wallMs` counts. */
  readonly cpuMs?: number
}

/** Work for a process of its own, because its input can be hostile or its size is unknown. */
export type ChildTask<Input, Result> = {
  /** A `*.child.ts` of the server, which exports `run(input)`. Input and result are JSON. */
  readonly module: URL
  readonly limits: ChildLimits
  /** The result is checked by it, because a hostile input may have taken over the child. */
  readonly result: z.ZodType<Result>
  /** Files that the child may read, as absolute paths. Node lets it read the program too, and write nothing. */
  readonly reads?: (input: Input) => readonly string[]
  /** Whether the child loads native code, such as sharp. Node then cannot keep that code from other files. */
  readonly addons?: boolean
}

/** How the child ended. `reason` is for the log. */
export type ChildOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'timed-out'; readonly limit: 'wall' | 'cpu' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'crashed'; readonly reason: string }
  | { readonly kind: 'aborted' }
