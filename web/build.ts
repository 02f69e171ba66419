import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameOfInputs } from './build-inputs.ts'

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(CHECKOUT, 'web', 'dist')

/** The folder below `dist` stays while something older still serves from it: this many of them. */
const BUILDS_KEPT = 3

/**
 * Builds the page unless it stands built from the very same files; answers the folder that holds it. Two at once are
 * fine: each builds apart, and the first to finish counts. Throws what the build has against the sources.
 */
export async function buildWeb({ log }: { log: (line: string) => void }): Promise<string> {
  const built = join(DIST, await nameOfInputs(CHECKOUT))
  if (existsSync(built)) return built
  log('Building the screens (once after each change, some seconds) …')
  const workplace = join(DIST, `.building-${process.pid}`)
  await mkdir(workplace, { recursive: true })
  try {
    await buildInto(workplace)
    await rename(workplace, built).catch((error: unknown) => {
      if (!existsSync(built)) throw error
    })
  } finally {
    await rm(workplace, { recursive: true, force: true })
  }
  await removeOldBuilds(built)
  return built
}

/** Loaded only where there is something to build: the start of a server does not wait for the tools. */
async function buildInto(folder: string): Promise<void> {
  const [{ build }, { default: config }, { compressAssets }] = await Promise.all([
    import('vite'),
    import('./vite.config.ts'),
    import('./compress-assets.ts'),
  ])
  await build({
    ...config,
    configFile: false,
    envDir: false,
    build: { ...config.build, outDir: folder, emptyOutDir: true },
  })
  await compressAssets(folder)
}

async function removeOldBuilds(newest: string): Promise<void> {
  const names = (await readdir(DIST)).filter((name) => !name.startsWith('.'))
  const folders = await Promise.all(
    names.map(async (name) => ({ path: join(DIST, name), age: (await stat(join(DIST, name))).mtimeMs })),
  )
  const old = folders.filter(({ path }) => path !== newest).sort((one, other) => other.age - one.age)
  await Promise.all(old.slice(BUILDS_KEPT - 1).map(({ path }) => rm(path, { recursive: true, force: true })))
}

if (import.meta.main) console.log(await buildWeb({ log: console.log }))
