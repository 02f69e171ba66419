import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { makeCertificate } from './certificate.ts'
import { startDaemon } from './daemon.ts'
import { engineFolder, giveToEngine } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { answers } from './s3-server.ts'

/** The file for operators, tested here. */
const CONFIGURATION = resolve(import.meta.dirname, '../../../../deploy/nginx.conf')
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const
const NAME = 'portal.example'

export type Nginx = {
  readonly name: string
  readonly port: number
  /** The port that only redirects to the other one. */
  readonly plainPort: number
  /** The issuer of its certificate. */
  readonly ca: Buffer
  stop(): Promise<void>
}

/** Starts nginx in front of the two servers on these ports of this machine, configured by `deploy/nginx.conf`. */
export async function startNginx(servers: readonly [number, number]): Promise<Nginx> {
  const program = requireProgram('/usr/sbin/nginx')
  const folder = engineFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const { certificate, key } = await makeCertificate(folder, NAME)
  writeFileSync(
    join(folder, 'portal.conf'),
    deployed({
      '127.0.0.1:3101': `127.0.0.1:${servers[0]}`,
      '127.0.0.1:3102': `127.0.0.1:${servers[1]}`,
      'listen 443 ': `listen 127.0.0.1:${port} `,
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      '/etc/ssl/portal.crt': certificate,
      '/etc/ssl/portal.key': key,
    }),
  )
  writeFileSync(join(folder, 'nginx.conf'), machineOf(folder))
  for (const name of TEMPORARY) {
    mkdirSync(join(folder, name))
    giveToEngine(join(folder, name))
  }
  const args = ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')]
  const daemon = startDaemon({ name: 'nginx', file: program, args, folder })
  const stop = async () => {
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await daemon.until(() => answers(`http://127.0.0.1:${plainPort}/`))
    return { name: NAME, port, plainPort, ca: readFileSync(certificate), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The published configuration, with the values of one machine replaced. @throws if it lacks one of them. */
function deployed(replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(CONFIGURATION, 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not say '${from}'.`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** The parts of Debian's own file around it. One process, which leaves none behind when it is killed. */
function machineOf(folder: string): string {
  return `daemon off;
master_process off;
pid ${folder}/nginx.own.pid;
error_log ${folder}/error.log warn;
events { worker_connections 768; }
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/portal.conf;
}
`
}
