import { lazy, type ComponentType } from 'react'
import { loadOptionalChunk } from './chunk.ts'

/** A component that loads after the screen, and renders nothing if it cannot be loaded. */
export function optional<P extends object>(chunk: number, load: () => Promise<ComponentType<P>>) {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    const loaded = await loadOptionalChunk(chunk, load)
    return { default: loaded ?? (() => null) }
  })
}
