import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { startDaemon, type Daemon } from './daemon.ts'
import { engineFolder, giveToEngine } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { runAsEngine } from './run-as-engine.ts'
import { answers, newBucket, type S3Server } from './s3-server.ts'

const KEYS = { accessKeyId: 'portal:docs', secretAccessKey: 'aquietsecretofnobody' }
const STORES = ['account', 'container', 'object'] as const
const PROXY = 'proxy'

/**
 * OpenStack Swift through its S3 API, with one server of each kind. Unlike Ceph it is strict, and copies by reading and
 * writing.
 */
export async function startSwift(): Promise<S3Server> {
  const ringBuilder = requireProgram('/usr/bin/swift-ring-builder')
  for (const store of STORES) requireProgram(`/usr/bin/swift-${store}-server`)
  requireProgram('/usr/bin/swift-proxy-server')
  const folder = engineFolder()
  const device = join(folder, 'srv', 'd1')
  mkdirSync(device, { recursive: true })
  for (const path of [join(folder, 'srv'), device]) giveToEngine(path)
  writeFileSync(join(folder, 'serve.py'), LAUNCHER)
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = portal\nswift_hash_path_prefix = portal\n',
  )
  const started: Daemon[] = []
  const stop = async () => {
    for (const daemon of started) await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const start = (name: string) => {
    const daemon = startDaemon({ name, file: '/usr/bin/python3', args: ['serve.py', name, folder], folder })
    started.unshift(daemon)
    return daemon
  }
  try {
    for (const store of STORES) {
      const port = await freePort()
      const builder = join(folder, `${store}.builder`)
      await runAsEngine(ringBuilder, [builder, 'create', '2', '1', '1'])
      await runAsEngine(ringBuilder, [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1'])
      await runAsEngine(ringBuilder, [builder, 'rebalance'])
      writeFileSync(join(folder, `${store}.conf`), storeConfiguration({ folder, port, store }))
      start(store)
    }
    const port = await freePort()
    writeFileSync(join(folder, 'proxy.conf'), proxyConfiguration({ folder, port }))
    const endpoint = `http://127.0.0.1:${port}`
    const proxy = start(PROXY)
    await proxy.until(() => answers(`${endpoint}/healthcheck`))
    let address: S3Server['address'] | undefined
    // The proxy responds before the stores do.
    await proxy.until(async () => (address ??= await newBucket(endpoint, KEYS)))
    if (!address) throw new Error('Swift made no bucket.')
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Swift reads its constants from /etc. This starts one of its servers with those of a folder. */
const LAUNCHER = `import sys
import swift.common.utils as utils
name, folder = sys.argv[1:]
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
utils.validate_configuration()
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(folder + '/' + name + '.conf', name + '-server'))
`

function common({ folder, port }: { folder: string; port: number }): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.getuid?.() === 0 ? 'nobody' : process.env['USER']}
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = ERROR
`
}

function storeConfiguration(facts: { folder: string; port: number; store: string }): string {
  return `${common(facts)}
[pipeline:main]
pipeline = ${facts.store}-server
[app:${facts.store}-server]
use = egg:swift#${facts.store}
`
}

const FILTERS = {
  catch_errors: '',
  gatekeeper: '',
  healthcheck: '',
  cache: 'memcache_servers = 127.0.0.1:1',
  listing_formats: '',
  bulk: '',
  s3api: 'location = us-east-1\ncheck_bucket_owner = false',
  tempauth: `user_portal_docs = ${KEYS.secretAccessKey} .admin`,
  slo: '',
  versioned_writes: '',
  symlink: '',
}

function proxyConfiguration(facts: { folder: string; port: number }): string {
  const filters = Object.entries(FILTERS).map(
    ([name, more]) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${more}\n`,
  )
  return `${common(facts)}
[pipeline:main]
pipeline = ${Object.keys(FILTERS).join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
${filters.join('')}`
}
