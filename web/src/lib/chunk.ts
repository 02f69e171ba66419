import { CHUNK_LOAD_TIMEOUT } from '@portal/contract/limits.ts'

/** A part of the program that did not load; the words are the error catalogue's (specification, section 8). */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
  constructor(chunk: number, cause?: unknown) {
    super(`Loading chunk ${chunk} failed`, { cause })
  }
}

/**
 * Loads a part of the program. An import that never answers fires nothing by itself, so it races the time-out.
 * Throws ChunkError.
 */
export async function loadChunk<T>(chunk: number, load: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError(chunk)), CHUNK_LOAD_TIMEOUT)
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(chunk, error)
  } finally {
    clearTimeout(timer)
  }
}
