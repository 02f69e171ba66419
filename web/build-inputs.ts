import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Folders and files of the checkout that the built page depends on. */
const INPUTS = ['web/src', 'contract/src', 'web/index.html', 'web/package.json', 'package-lock.json']

/** One short name for the state of everything that goes into the page, and for the base of its calls. */
export async function nameOfInputs(checkout: string, apiBase: string): Promise<string> {
  const own = (await readdir(join(checkout, 'web')))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `web/${name}`)
  const files = (await Promise.all([...INPUTS, ...own].map((path) => filesAt(join(checkout, path))))).flat()
  const inputs = files.filter((file) => !file.includes('.test.')).sort()
  const contents = await Promise.all(inputs.map((file) => readFile(file)))
  const hash = createHash('sha256').update(apiBase)
  for (const [index, file] of inputs.entries()) {
    const bytes = contents[index] ?? Buffer.alloc(0)
    hash.update(`${relative(checkout, file)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesAt(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    throw error
  })
  if (!entries) return [path]
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
