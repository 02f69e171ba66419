import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTypeScript, type SourceFacts } from './architecture.reader.ts'
import { readSql } from './architecture.sql.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

/** A source file. Its path is relative to the checkout, with slashes. */
export type SourceFile = { readonly path: string; readonly facts: SourceFacts }

/** An import, resolved: `to` is a path of the checkout, or `node:…`, or the name of a package. */
export type Reference = {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  readonly isLazy: boolean
  /** Whether the import was written as a path and not as the name of a package. */
  readonly isRelative: boolean
}

export type Sources = { readonly files: readonly SourceFile[]; readonly references: readonly Reference[] }

/** Every TypeScript and SQL file of every floor. */
export function sourcesOfCheckout(): Sources {
  const paths = globSync('{contract,server,web,e2e,bench,checks}/**/*.{ts,tsx,sql}', {
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

type Text = { readonly path: string; readonly text: string }

export function toSources(texts: readonly Text[]): Sources {
  const files = texts.map(({ path, text }) => ({ path, facts: factsOf({ path, text }) }))
  return {
    files,
    references: files.flatMap(({ path, facts }) =>
      facts.imports.map(({ specifier, isType, isLazy = false }) => ({
        from: path,
        to: resolveSpecifier(path, specifier),
        isType,
        isLazy,
        isRelative: specifier.startsWith('.'),
      })),
    ),
  }
}

function factsOf({ path, text }: Text): SourceFacts {
  if (!path.endsWith('.sql')) return readTypeScript(path, text)
  const noCode = {
    imports: [],
    exports: [],
    lines: 0,
    readsEnvironment: false,
    readsClock: false,
    holdsState: false,
    readsScope: false,
    sentences: [],
    patternWords: [],
    testFaults: [],
  }
  return { ...noCode, ...readSql(text) }
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const [, floor, below] = /^@portal\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!floor || !below) return packageOf(specifier)
  // The contract exports its `src`, see its package.json; imports of the others use the whole path.
  return floor === 'contract' ? `contract/src/${below}` : `${floor}/${below}`
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
