/** Pipes between parent and child, in addition to the standard ones. */
export const CONTROL_PIPE = 3
export const RESULT_PIPE = 4
/** Parts of the file that a warm child asked for. */
export const BYTES_PIPE = 5

/** What the watch thread of a child needs to know. */
export type WatchLimits = { readonly memoryBytes: number; readonly cpuMs: number }
