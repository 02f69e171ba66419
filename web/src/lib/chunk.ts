/**
 * Milliseconds (specification, section 9). Here and not among the other limits: the sign-in loads this file, and needs none of
 * those.
 */
const CHUNK_LOAD_TIMEOUT_MS = 120_000

/** A part of the program that did not load; the words are the error catalogue's (specification, section 8). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
  constructor(chunk: number, cause?: unknown) {
    super(`Loading chunk ${chunk} failed`, { cause })
  }
}

let untold: ChunkError | null = null
let tellFailure = (failure: ChunkError): void => {
  console.error(failure)
  untold = failure
}

/** Registers who reports an optional part that could not be loaded; what failed before, while they were loaded themselves, too. */
export function onPartMissing(tell: (failure: ChunkError) => void): void {
  tellFailure = tell
  if (untold) tell(untold)
  untold = null
}

/** Loads an optional part of the program: if that fails, it is reported, and the result is null. */
export async function loadOptionalChunk<T>(chunk: number, load: () => Promise<T>): Promise<T | null> {
  try {
    return await loadChunk(chunk, load)
  } catch (error) {
    tellFailure(error as ChunkError)
    return null
  }
}

/**
 * Loads a part of the program. An import that never settles fires no event, so it races a timeout.
 * @throws ChunkError.
 */
export async function loadChunk<T>(chunk: number, load: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError(chunk)), CHUNK_LOAD_TIMEOUT_MS)
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(chunk, error)
  } finally {
    clearTimeout(timer)
  }
}
