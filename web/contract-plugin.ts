import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { sliceContract } from './contract-slice.ts'

const CONTRACT = fileURLToPath(new URL('../contract/src/', import.meta.url))

/** Gives the browser only its part of the contract: no zod, no schemas (see `sliceContract`). */
export function contractPlugin(): Plugin {
  return {
    name: 'contract',
    enforce: 'pre',
    transform(code, id) {
      return id.startsWith(CONTRACT) && id.endsWith('.ts')
        ? { code: sliceContract(id, code), map: null }
        : null
    },
  }
}
