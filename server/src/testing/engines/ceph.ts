import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { startDaemon, type Daemon } from './daemon.ts'
import { engineFolder, giveToEngine } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { runAsEngine } from './run-as-engine.ts'
import { answers, newBucket, type S3Server } from './s3-server.ts'

const KEYS = { accessKeyId: 'PORTALPORTALPORTAL01', secretAccessKey: 'a quiet secret of nobody' }
const EVERYTHING = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *']

/** Ceph's object gateway with one monitor and one store in memory. */
export async function startCeph(): Promise<S3Server> {
  const [mon, osd, radosgw] = (['/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/radosgw'] as const).map(
    requireProgram,
  ) as [string, string, string]
  const folder = engineFolder()
  for (const part of ['mon', 'osd', 'rgw']) {
    mkdirSync(join(folder, part))
    giveToEngine(join(folder, part))
  }
  const [monitorPort, port] = [await freePort(), await freePort()]
  const clusterId = randomUUID()
  writeFileSync(join(folder, 'ceph.conf'), configuration({ folder, clusterId, monitorPort, port }))
  const environment = { CEPH_CONF: join(folder, 'ceph.conf') }
  const run = (file: string, ...args: string[]) => runAsEngine(file, args, environment)
  const started: Daemon[] = []
  const start = (name: string, file: string, ...args: string[]) => {
    const daemon = startDaemon({ name, file, args: [...args, '-f'], folder, environment })
    started.unshift(daemon)
    return daemon
  }
  const stop = async () => {
    for (const daemon of started) await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const keyring = join(folder, 'keyring')
    await run('ceph-authtool', '-C', keyring, '-g', '-n', 'mon.', '--cap', 'mon', 'allow *')
    for (const name of ['client.admin', 'client.rgw', 'osd.0']) {
      await run('ceph-authtool', keyring, '-g', '-n', name, ...EVERYTHING)
    }
    const map = join(folder, 'monmap')
    await run(
      'monmaptool',
      '--create',
      '--fsid',
      clusterId,
      '--addv',
      'a',
      `[v2:127.0.0.1:${monitorPort}]`,
      map,
    )
    await run(mon, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    await start('ceph-mon', mon, '-i', 'a').until(() =>
      run('ceph', '--connect-timeout', '5', 'osd', 'create'),
    )
    await run(osd, '-i', '0', '--mkfs')
    start('ceph-osd', osd, '-i', '0')
    const keys = ['--access-key', KEYS.accessKeyId, '--secret-key', KEYS.secretAccessKey]
    await run('radosgw-admin', 'user', 'create', '--uid=portal', '--display-name=portal', ...keys)
    const endpoint = `http://127.0.0.1:${port}`
    await start('radosgw', radosgw, '-n', 'client.rgw').until(() => answers(endpoint))
    return { address: await newBucket(endpoint, KEYS), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Facts = { folder: string; clusterId: string; monitorPort: number; port: number }

function configuration({ folder, clusterId, monitorPort, port }: Facts): string {
  return `[global]
fsid = ${clusterId}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms type = async+posix
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
# One copy on one store, few placement groups: nothing here outlives the run.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd heartbeat grace = 60
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail warn = 1
mon data avail crit = 1
# The monitor agrees with nobody but itself: it need not gather proposals for a second.
paxos propose interval = 0.02
paxos min wait = 0.01
mon tick interval = 1
[mon]
mon data = ${folder}/mon
mon cluster log file = ${folder}/cluster.log
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 64
`
}
