import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

export const loadPdfium = once(async () => {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const pdfium = await init({ wasmBinary: readFileSync(path).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
})

/** WebAssembly takes a while to compile. PDFium remembers nothing between documents that are closed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return () => (loaded ??= load())
}

/** PDFium's memory. Its package has no type for it, and it is another object after it grows. */
export function heapOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8
}

/** Runs `use` with the address of some bytes in PDFium's memory. */
export function withMemory<T>(pdfium: WrappedPdfiumModule, bytes: number, use: (start: number) => T): T {
  const { wasmExports: memory } = pdfium.pdfium
  const start = memory.malloc(bytes)
  if (start === 0) throw new Error('PDFium is out of memory.')
  try {
    return use(start)
  } finally {
    memory.free(start)
  }
}
