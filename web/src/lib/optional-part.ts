import { lazy, type ComponentType } from 'react'
import { loadOptionalChunk } from './chunk.ts'

/** A part that comes after the screen, and is nothing where it cannot be loaded. */
export function optional<P extends object>(chunk: number, load: () => Promise<ComponentType<P>>) {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    const loaded = await loadOptionalChunk(chunk, load)
    return { default: loaded ?? (() => null) }
  })
}
