import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program or file of an engine, and its package of Debian 12. */
export const ENGINE_PROGRAMS = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/curl': 'curl',
  '/usr/bin/git': 'git',
  '/usr/sbin/clamd': 'clamav-daemon',
  '/usr/sbin/postfix': 'postfix',
  '/usr/sbin/saslpasswd2': 'sasl2-bin',
  '/usr/share/doc/libsasl2-modules/copyright': 'libsasl2-modules',
  '/usr/sbin/dovecot': 'dovecot-core',
  '/usr/lib/dovecot/imap': 'dovecot-imapd',
  '/usr/bin/oathtool': 'oathtool',
  '/usr/bin/soffice': 'libreoffice-calc-nogui',
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/radosgw': 'radosgw',
  '/usr/bin/swift-ring-builder': 'swift',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
} as const

export type EngineProgram = keyof typeof ENGINE_PROGRAMS

/** Services of the machine must not start because a test installs their programs (invoke-rc.d checks this file). */
const POLICY = '/usr/sbin/policy-rc.d'
const REFUSE_ALL = '#!/bin/sh\nexit 101\n'

/**
 * Installs the packages of missing engine programs.
 * @throws Error that names every package that is still missing.
 */
export async function installEngines(print: (line: string) => void): Promise<void> {
  const wanted = packagesOf(missingPrograms())
  if (wanted.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `These packages of Debian 12 are missing: ${wanted.join(', ')}. Only root can install them, with apt: run \`apt-get install --no-install-recommends ${wanted.join(' ')}\`.`,
    )
  }
  print(`Installing ${wanted.join(', ')}…`)
  const reason = await withoutServices(() => install(wanted))
  const missing = packagesOf(missingPrograms())
  if (missing.length > 0) throw new Error(`apt could not install ${missing.join(', ')}: ${reason}.`)
}

/** @throws Error that names the package of a missing program. */
export function requireProgram(program: EngineProgram): string {
  if (existsSync(program)) return program
  throw new Error(
    `${program} is missing: install the package ${ENGINE_PROGRAMS[program]}, as npm run test:engines does.`,
  )
}

function missingPrograms(): EngineProgram[] {
  return (Object.keys(ENGINE_PROGRAMS) as EngineProgram[]).filter((program) => !existsSync(program))
}

function packagesOf(programs: readonly EngineProgram[]): string[] {
  return [...new Set(programs.map((program) => ENGINE_PROGRAMS[program]))]
}

/** @returns the last output of apt, to look further. */
async function install(packages: readonly string[]): Promise<string> {
  // A machine may have no package lists, or old ones.
  await apt('update', '-q')
  const words = ['install', '-q', '-y', '--no-install-recommends', ...packages]
  return apt('-o', 'DPkg::Lock::Timeout=300', ...words)
}

async function apt(...words: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const child = spawn('apt-get', words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  const lastLine = said.trim().split('\n').at(-1) ?? ''
  return `apt-get ${words[0] === 'update' ? 'update' : 'install'} ended with ${code}, ${lastLine}`
}

async function withoutServices<T>(work: () => Promise<T>): Promise<T> {
  // The machine has its own policy, which its owner has set.
  if (existsSync(POLICY)) return work()
  await writeFile(POLICY, REFUSE_ALL)
  await chmod(POLICY, 0o755)
  try {
    return await work()
  } finally {
    await rm(POLICY, { force: true })
  }
}
