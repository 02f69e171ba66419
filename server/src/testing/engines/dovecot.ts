import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { makeCertificate } from './certificate.ts'
import { startDaemon, type Daemon } from './daemon.ts'
import { engineFolder, giveToEngine } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { runAsEngine } from './run-as-engine.ts'

/** Contains the two characters that a quoted string of IMAP must escape. */
const PASSWORD = 'a "quiet" word \\ of nobody'
const USER = 'filings'
const FOLDERS = { accepted: '.Accepted', refused: '.Refused', waiting: '.Waiting' } as const

export type Dovecot = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** The file with the certificate of its issuer. */
  readonly certificate: string
  /** Delivers a message, whether the server is up or down, like a mail server on the same folder. */
  deliver(message: Buffer | string): void
  /** How many sign-ins there were. */
  signIns(): number
  /** How many messages are in the inbox, and in each folder of the portal. */
  lying(): { arrived: number; accepted: number; refused: number; waiting: number }
  /** Makes it forget its UIDs, as after a repair: all messages get new ones. */
  forgetNumbers(): void
  /** Stops it with its open connections, and starts it again at the same address. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** Starts a dovecot with one mailbox, reachable by TLS only. */
export async function startDovecot(): Promise<Dovecot> {
  const program = requireProgram('/usr/sbin/dovecot')
  requireProgram('/usr/lib/dovecot/imap')
  const folder = engineFolder()
  const port = await freePort()
  const mail = join(folder, 'mail')
  for (const path of [mail, ...['tmp', 'new', 'cur'].map((place) => join(mail, place))]) {
    mkdirSync(path)
    giveToEngine(path)
  }
  const { certificate, key } = await makeCertificate(folder, 'localhost')
  const [name, group] = await Promise.all([runAsEngine('id', ['-un']), runAsEngine('id', ['-gn'])])
  write(join(folder, 'users'), `${USER}:{PLAIN}${PASSWORD}::::::\n`)
  write(
    join(folder, 'dovecot.conf'),
    configurationOf({ folder, port, certificate, key, name: name.trim(), group: group.trim() }),
  )
  let daemon: Daemon | null = null
  const start = async () => {
    const args = ['-F', '-c', join(folder, 'dovecot.conf')]
    daemon = startDaemon({ name: 'dovecot', file: program, args, folder })
    await daemon.until(() => greets(port))
  }
  const leave = async () => {
    await daemon?.stop()
  }
  const stop = async () => {
    await leave()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  let delivered = 0
  return {
    host: 'localhost',
    port,
    user: USER,
    password: PASSWORD,
    certificate,
    deliver(message) {
      const own = `${String(++delivered).padStart(6, '0')}.mx`
      write(join(mail, 'tmp', own), message)
      renameSync(join(mail, 'tmp', own), join(mail, 'new', own))
    },
    signIns: () =>
      readFileSync(join(folder, 'dovecot.out'), 'utf8').split(`Login: user=<${USER}>`).length - 1,
    lying: () => ({
      arrived: countIn(mail),
      accepted: countIn(join(mail, FOLDERS.accepted)),
      refused: countIn(join(mail, FOLDERS.refused)),
      waiting: countIn(join(mail, FOLDERS.waiting)),
    }),
    forgetNumbers() {
      for (const file of readdirSync(mail).filter((file) => file.startsWith('dovecot')))
        rmSync(join(mail, file), { recursive: true })
    },
    leave,
    comeBack: start,
    stop,
  }
}

function write(path: string, content: Buffer | string): void {
  writeFileSync(path, content)
  giveToEngine(path)
}

function countIn(folder: string): number {
  return ['new', 'cur'].flatMap((place) => filesIn(join(folder, place))).length
}

/** Empty if the folder does not exist yet. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @throws if no server greets there by TLS. */
async function greets(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    if (!greeting.toString().startsWith('* OK ')) throw new Error(greeting.toString())
  } finally {
    socket.destroy()
  }
}

type Facts = {
  readonly folder: string
  readonly port: number
  readonly certificate: string
  readonly key: string
  /** The name of the user it runs as. */
  readonly name: string
  readonly group: string
}

/** All of it runs as one ordinary user, in its own folder. */
function configurationOf({ folder, port, certificate, key, name, group }: Facts): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
ssl = required
ssl_cert = <${certificate}
ssl_key = <${key}
mail_location = maildir:${folder}/mail
mail_uid = ${name}
mail_gid = ${group}
first_valid_uid = 0
first_valid_gid = 0
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = uid=${name} gid=${group} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}
