/**
 * Milliseconds (specification, section 9). Separate from the other limits, because the sign-in screen loads this file
 * and needs none of the others.
 */
const CHUNK_LOAD_TIMEOUT_MS = 120_000

/** A chunk of the program that did not load; the text is from the error catalog (specification, section 8). */
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

/** Registers the reporter of optional parts that failed to load. It also gets a failure from before it was loaded. */
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
