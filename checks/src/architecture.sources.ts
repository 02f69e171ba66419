import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readImports } from './architecture.imports.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

export type SourceFile = { readonly path: string; readonly text: string }

/** An import, resolved: `to` is a path of the checkout, or `node:…`, or the name of a package. */
export type Reference = {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** Whether the import was written as a path and not as the name of a package. */
  readonly isRelative: boolean
}

export type Sources = { readonly files: readonly SourceFile[]; readonly references: readonly Reference[] }

/** Every TypeScript file of every floor. Paths are relative to the checkout, with slashes. */
export function sourcesOfCheckout(): Sources {
  const paths = globSync('{contract,server,web,e2e,bench,checks}/**/*.{ts,tsx}', {
    cwd: CHECKOUT,
    exclude: (path) => /(^|[\\/])(node_modules|dist|generated)$/.test(path),
  })
  return toSources(
    paths.map((path) => ({
      path: path.split(sep).join('/'),
      text: readFileSync(join(CHECKOUT, path), 'utf8'),
    })),
  )
}

export function toSources(files: readonly SourceFile[]): Sources {
  return { files, references: files.flatMap(referencesOf) }
}

function referencesOf({ path, text }: SourceFile): Reference[] {
  return readImports(text).map(({ specifier, isType }) => ({
    from: path,
    to: resolveSpecifier(path, specifier),
    isType,
    isRelative: specifier.startsWith('.'),
  }))
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const [, floor, below] = /^@portal\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!floor || !below) return packageOf(specifier)
  // The contract exports its `src`, see its package.json; the others are reached by their whole path.
  return floor === 'contract' ? `contract/src/${below}` : `${floor}/${below}`
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
