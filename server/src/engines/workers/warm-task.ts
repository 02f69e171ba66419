import type { FileBytes } from './file-bytes.ts'

/** What a module of a warm child exports. It runs in the child. */
export type WarmModule = {
  /** `about` is JSON. @throws an error whose `reason` says in a word why the file cannot be opened. */
  open(bytes: FileBytes, about: unknown): Promise<OpenedFile>
}

/** An open file in a child. */
export type OpenedFile = {
  /** Question and result are JSON. */
  answer(question: unknown): Promise<{ readonly result: unknown; readonly bytes?: Uint8Array }>
  close(): void
}

/** Work on files of strangers that people wait for. Its process stays for the next question. */
export type WarmTask = {
  /** A `*.child.ts` of the server that is a `WarmModule`. */
  readonly module: URL
  /** Megabytes of the whole process. */
  readonly memoryMb: number
  /** Milliseconds from a question to its answer. */
  readonly wallMs: number
  /** Whether the child loads native code, such as sharp. */
  readonly addons: boolean
  /** Files that one process opens, one after the other. */
  readonly files: number
  /** Milliseconds after the last answer at which the process ends. */
  readonly idleMs: number
  /** Bytes beside the JSON of an answer. */
  readonly answerBytes: number
}
