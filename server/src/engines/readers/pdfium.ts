import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { FileBytes } from '../workers/file-bytes.ts'

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

/** FPDF_FILEACCESS: the length of the file, a function that copies bytes of it, and a parameter of that function. */
const ACCESS_BYTES = 12

/** How PDFium reads a file in parts. `release` it after the document is closed. */
export function fileAccessOf(
  pdfium: WrappedPdfiumModule,
  bytes: FileBytes,
): { readonly address: number; release(): void } {
  const { wasmExports: memory, addFunction, removeFunction } = pdfium.pdfium
  const address = memory.malloc(ACCESS_BYTES)
  if (address === 0) throw new Error('PDFium is out of memory.')
  const getBlock = (_parameter: number, position: number, target: number, size: number): number => {
    // PDFium counts without a sign, JavaScript gets numbers with one.
    const [from, to] = [position >>> 0, target >>> 0]
    if (from + size > bytes.size) return 0
    bytes.copy(from, heapOf(pdfium).subarray(to, to + size))
    return 1
  }
  const place = addFunction(getBlock, 'iiiii')
  const fields = new DataView(heapOf(pdfium).buffer, address, ACCESS_BYTES)
  fields.setUint32(0, bytes.size, true)
  fields.setUint32(4, place, true)
  fields.setUint32(8, 0, true)
  return {
    address,
    release() {
      removeFunction(place)
      memory.free(address)
    },
  }
}
