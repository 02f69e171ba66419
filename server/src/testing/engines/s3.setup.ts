import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startCeph } from './ceph.ts'
import { engineFolder, sweepEngines } from './engine-folder.ts'
import { BUCKET_ENGINES, recordBucketStart, type BucketEngine, type S3Server } from './s3-server.ts'
import { startSwift } from './swift.ts'

const START = { ceph: startCeph, swift: startSwift } as const

/**
 * Starts Ceph and Swift, each with a bucket. Tests that need neither run meanwhile. Returns a function that stops both.
 */
export function setup(project: TestProject): () => Promise<void> {
  sweepEngines()
  const folder = engineFolder()
  project.provide('bucketStarts', folder)
  const starts = BUCKET_ENGINES.map((engine) => start(engine, folder))
  return async () => {
    for (const server of await Promise.all(starts)) await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function start(engine: BucketEngine, folder: string): Promise<S3Server | null> {
  try {
    const server = await START[engine]()
    recordBucketStart(folder, engine, { address: server.address })
    return server
  } catch (error) {
    recordBucketStart(folder, engine, { reason: error instanceof Error ? error.message : String(error) })
    return null
  }
}
