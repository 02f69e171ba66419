import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { reasonIn, runProgram } from '../../engines/database/embedded/run-program.ts'
import { makeCertificate } from './certificate.ts'
import { startDaemon, type Daemon } from './daemon.ts'
import { engineFolder } from './engine-folder.ts'
import { requireProgram } from './packages.ts'

/** The account that may send through it. */
const AUTH = { user: 'portal', pass: 'a quiet secret of nobody' }
const DOMAIN = 'test.invalid'

export type Postfix = {
  /** `smtp://user:password@127.0.0.1:port`, for SMTP_URL. */
  readonly url: string
  /** Sets its response to mail for an address, a code and text. Undefined accepts the mail. */
  answers(address: string, answer: string | undefined): Promise<void>
  /** The mails in the box of this address, in any order. */
  mailsTo(address: string): Buffer[]
  /** Stops every process of it, so that clients get no greeting. */
  standStill(): void
  resume(): void
  /** Kills it with its running work. It returns at the same address. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/**
 * A postfix that accepts mail for some addresses by STARTTLS and a password, and relays none.
 * @throws if we are not root, because its master must be root.
 */
export async function startPostfix(mailboxes: readonly string[]): Promise<Postfix> {
  const [postfix, saslpasswd] = [requireProgram('/usr/sbin/postfix'), requireProgram('/usr/sbin/saslpasswd2')]
  if (process.getuid?.() !== 0) throw new Error('postfix is started by root alone: run this as root.')
  const folder = engineFolder()
  chmodSync(folder, 0o755)
  const port = await freePort()
  for (const name of ['etc', 'etc/sasl', 'spool', 'data', 'mail']) mkdirSync(join(folder, name))
  await run('chown', 'postfix', join(folder, 'data'))
  await run('chown', '65534:65534', join(folder, 'mail'))
  const { certificate, key } = await makeCertificate(folder, 'localhost')
  writeFileSync(join(folder, 'etc/main.cf'), mainOf({ folder, certificate, key, mailboxes }))
  writeFileSync(join(folder, 'etc/master.cf'), masterOf(port))
  writeFileSync(join(folder, 'etc/access'), '')
  writeFileSync(join(folder, 'etc/sasl/smtpd.conf'), saslOf(folder))
  const say = `printf %s "$1" | "$2" -p -c -f "$3" -u ${DOMAIN} ${AUTH.user}`
  await run('sh', '-c', say, 'sh', AUTH.pass, saslpasswd, join(folder, 'etc/sasl/sasldb2'))
  await run('chown', 'postfix', join(folder, 'etc/sasl/sasldb2'))
  let daemon: Daemon | null = null
  const start = async () => {
    const args = ['-c', join(folder, 'etc'), 'start-fg']
    daemon = startDaemon({ name: 'postfix', file: postfix, args, folder, isRoot: true })
    await daemon.until(() => greets(port))
  }
  const leave = async () => {
    await run(postfix, '-c', join(folder, 'etc'), 'stop')
    await daemon?.stop()
  }
  const killAll = (signal: NodeJS.Signals) => process.kill(-masterOfGroup(folder), signal)
  const answers = new Map<string, string>()
  const stop = async () => {
    await leave().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const password = encodeURIComponent(AUTH.pass)
  return {
    url: `smtp://${encodeURIComponent(`${AUTH.user}@${DOMAIN}`)}:${password}@127.0.0.1:${port}`,
    async answers(address, answer) {
      if (answer === undefined) answers.delete(address)
      else answers.set(address, answer)
      const lines = [...answers].map(([to, what]) => `${to} ${what}\n`)
      writeFileSync(join(folder, 'etc/access'), lines.join(''))
      await run(postfix, '-c', join(folder, 'etc'), 'reload')
    },
    mailsTo: (address) => mailsIn(join(folder, 'mail', address, 'new')),
    standStill: () => void killAll('SIGSTOP'),
    resume: () => void killAll('SIGCONT'),
    leave,
    comeBack: start,
    stop,
  }
}

/** The id of the group of all its processes. */
function masterOfGroup(folder: string): number {
  return Number(readFileSync(join(folder, 'spool/pid/master.pid'), 'utf8'))
}

/** In the order of their names. Lines end as on the wire. */
function mailsIn(box: string): Buffer[] {
  if (!existsSync(box)) return []
  const names = readdirSync(box).toSorted()
  return names.map((name) =>
    Buffer.from(readFileSync(join(box, name), 'latin1').replaceAll('\n', '\r\n'), 'latin1'),
  )
}

async function run(file: string, ...args: string[]): Promise<void> {
  const outcome = await runProgram({ file, args })
  if (outcome.code !== 0) throw new Error(`${file} ended with ${outcome.code}: ${reasonIn(outcome.output)}`)
}

/** @throws if no server greets there. */
async function greets(port: number): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    if (!greeting.toString().startsWith('220 ')) throw new Error(greeting.toString())
  } finally {
    socket.destroy()
  }
}

type Facts = { folder: string; certificate: string; key: string; mailboxes: readonly string[] }

function mainOf({ folder, certificate, key, mailboxes }: Facts): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/postfix.log
myhostname = mail.${DOMAIN}
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
# Nothing leaves the machine.
default_transport = error:nothing leaves this machine
alias_maps =
local_recipient_maps =
smtpd_banner = mail.${DOMAIN} ESMTP
smtpd_tls_cert_file = ${certificate}
smtpd_tls_key_file = ${key}
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_path = smtpd
smtpd_sasl_local_domain = ${DOMAIN}
smtpd_client_restrictions =
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access texthash:${folder}/etc/access, permit_sasl_authenticated, reject
virtual_mailbox_domains = inline:{ ${[...new Set(mailboxes.map((box) => box.split('@')[1]))].map((domain) => `${domain}=x`).join(', ')} }
virtual_mailbox_maps = inline:{ ${mailboxes.map((box) => `${box}=${box}/`).join(', ')} }
virtual_mailbox_base = ${folder}/mail
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 1000
`
}

/** The services of Debian's own file for receiving and delivering, none of them in a chroot. */
function masterOf(port: number): string {
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  return `${services.join('\n')}\n`
}

/** Debian's postfix reads it from the folder `sasl` next to its configuration. */
function saslOf(folder: string): string {
  return `pwcheck_method: auxprop
auxprop_plugin: sasldb
mech_list: PLAIN LOGIN
sasldb_path: ${folder}/etc/sasl/sasldb2
`
}
