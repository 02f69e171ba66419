import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiBaseOf, DEFAULT_API_BASE } from './api-base.ts'
import { createHash } from 'node:crypto'

/** Folders and files of the checkout that the built page depends on. */
const INPUTS = ['web/src', 'contract/src', 'web/index.html', 'web/package.json', 'package-lock.json']

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))

const DIST = join(CHECKOUT, 'web', 'dist')

type BuildOptions = { readonly log: (line: string) => void; readonly apiBase?: string }

/** The number of builds to keep below `dist`, because an older server may still be serving one of them. */
const BUILDS_KEPT = 3

/**
 * Builds the page unless a build of the same files exists; returns the folder of the build. Two builds may run at the
 * same time: each uses its own folder, and the first to finish counts. `apiBase` is the base address in the page; the
 * server that serves the page may override it.
 * @throws if the build fails; the build's own output gives the reason.
 */
export async function buildWeb({ log, apiBase = DEFAULT_API_BASE }: BuildOptions): Promise<string> {
  const built = join(DIST, await nameOfInputs(CHECKOUT, apiBase))
  if (await isInUseAgain(built)) return built
  log('Building the screens (once after each change, some seconds) …')
  const workplace = join(DIST, `.building-${process.pid}`)
  await mkdir(workplace, { recursive: true })
  try {
    await buildApart(workplace, apiBase)
    await rename(workplace, built).catch((error: unknown) => {
      if (!existsSync(built)) throw error
    })
  } finally {
    await rm(workplace, { recursive: true, force: true })
  }
  await removeOldBuilds(built)
  return built
}

/**
 * Whether the build exists. If so, it counts as new again, so that no later build removes it while a server uses it.
 */
async function isInUseAgain(built: string): Promise<boolean> {
  if (!existsSync(built)) return false
  // Creating and removing an entry updates the folder's modification time. Another system user's folder stays old.
  const sign = join(built, `.in-use-${process.pid}`)
  await mkdir(sign).then(
    () => rmdir(sign),
    () => undefined,
  )
  return true
}

/** Builds in a separate process: otherwise the build tools would stay in the server's memory as long as it runs. */
async function buildApart(folder: string, apiBase: string): Promise<void> {
  const child = spawn(process.execPath, [join(CHECKOUT, 'web', 'build-into.ts'), folder, apiBase], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The screens could not be built. What stands above says why.')
}

async function removeOldBuilds(newest: string): Promise<void> {
  const names = (await readdir(DIST)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    names.map(async (name) => ({ path: join(DIST, name), age: (await stat(join(DIST, name))).mtimeMs })),
  )
  const old = folders.filter(({ path }) => path !== newest).sort((one, other) => other.age - one.age)
  await Promise.all(old.slice(BUILDS_KEPT - 1).map(({ path }) => rm(path, { recursive: true, force: true })))
}

if (import.meta.main) {
  console.log(await buildWeb({ log: console.log, apiBase: apiBaseOf(process.env) }))
}

/** A short name for the state of all inputs of the page and the base address of its calls. */
async function nameOfInputs(checkout: string, apiBase: string): Promise<string> {
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
