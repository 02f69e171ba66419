import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveToOwnerOf } from './lease-file.ts'

const OWNER_ONLY = 0o600

export function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

export function readPassword(file: string): string {
  return readFileSync(file, 'utf8').trim()
}

/** Writes the whole file or nothing. */
export function writePassword(file: string, password: string): void {
  const aside = `${file}.new-${process.pid}`
  writeFileSync(aside, password, { mode: OWNER_ONLY })
  const written = openSync(aside, 'r+')
  try {
    fsyncSync(written)
  } finally {
    closeSync(written)
  }
  giveToOwnerOf(dirname(file), aside)
  renameSync(aside, file)
}
