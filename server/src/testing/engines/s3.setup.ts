import type { TestProject } from 'vitest/node'
import { startCeph } from './ceph.ts'
import { sweepEngines } from './engine-folder.ts'
import { startSwift } from './swift.ts'

/** Ceph and Swift, each with a bucket. Returns how to put them away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepEngines()
  const starts = await Promise.allSettled([startCeph(), startSwift()])
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const [ceph, swift] = starts
  if (ceph.status === 'fulfilled' && swift.status === 'fulfilled') {
    project.provide('buckets', { ceph: ceph.value.address, swift: swift.value.address })
    return stop
  }
  await stop()
  const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as Error] : []))
  throw new Error(reasons.map(({ message }) => message).join(' '), { cause: reasons[0] })
}
