import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { StartError } from '../../config/start-error.ts'
import type { Binaries } from './binaries.ts'
import { filesIn, giveAway, unfinishedHome, type ClusterFiles } from './cluster-files.ts'
import { newPassword, writePassword } from './password-file.ts'
import { reasonIn, runProgram } from './run-program.ts'
import { findRunner } from './runner.ts'

/** Written into the cluster's own configuration, where the operator of a larger site can change them. */
const SETTINGS = {
  listen_addresses: '',
  // The socket is below the data folder, which is closed to others. On Windows we use none.
  unix_socket_directories: process.platform === 'win32' ? '' : '.',
  max_connections: '50',
  // A small database that is idle most of the day: little memory and no idle workers.
  shared_buffers: '64MB',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_worker_slots: '3',
  jit: 'off',
  wal_level: 'replica',
  max_wal_size: '256MB',
  log_checkpoints: 'off',
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Queries name the collations that they sort by, so the default can be the one that never changes with a platform. */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Creates an empty cluster under a temporary name and renames it when it is complete. An interrupted start leaves
 * nothing, and one of several simultaneous starts wins.
 * @throws StartError with one line for the person who starts the portal.
 */
export async function createCluster(files: ClusterFiles, { initdb }: Binaries): Promise<void> {
  const unfinished = filesIn(unfinishedHome(files, randomBytes(3).toString('hex')))
  mkdirSync(unfinished.home, { mode: 0o700 })
  try {
    writePassword(unfinished.superuserPassword, newPassword())
    writePassword(unfinished.ownerPassword, newPassword())
    giveAway(unfinished.home)
    const run = await findRunner(unfinished.home, initdb)
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--data-checksums', ...LOCALE]
    const { code, output } = await runProgram(
      run(initdb, ['-D', unfinished.data, '--pwfile', unfinished.superuserPassword, ...options, ...settings]),
    )
    if (code !== 0) {
      throw new StartError(`The database could not be made in ${files.home}: ${reasonIn(output)}`)
    }
    putInPlace(unfinished.home, files)
  } finally {
    rmSync(unfinished.home, { recursive: true, force: true })
  }
}

function putInPlace(unfinished: string, { home, data }: ClusterFiles): void {
  try {
    renameSync(unfinished, home)
  } catch (error) {
    // Another process was faster; its cluster is as good as ours.
    if (!existsSync(data)) throw error
  }
}
