import { build } from 'vite'
import { DEFAULT_API_BASE, namesApiBase } from './api-base.ts'
import config from './vite.config.ts'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT = new Set(['.js', '.css', '.svg', '.html', '.json'])

// Builds the page into the folder from the command line; the second argument is the base address of its calls.
const [folder = '', apiBase = DEFAULT_API_BASE] = process.argv.slice(2)

await build({
  ...config,
  configFile: false,
  envDir: false,
  plugins: [...config.plugins, namesApiBase(apiBase)],
  build: { ...config.build, outDir: folder, emptyOutDir: true },
})

await compressAssets(folder)

/** Adds a `.br` and a `.gz` next to every text file of a built folder, so that no request waits for compression. */
async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter((entry) => entry.isFile() && WORTH_IT.has(extname(entry.name)))
  await Promise.all(texts.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
