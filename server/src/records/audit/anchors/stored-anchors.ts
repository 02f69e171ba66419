import type { Anchors } from '../../../engines/storage/storage.ts'
import { dayOfAnchor, readAnchor, sha256Of, type Anchor } from './anchor.ts'

export type StoredAnchors = {
  readonly anchors: readonly Anchor[]
  /** Problems with the anchors themselves. */
  readonly problems: readonly string[]
}

/** All valid anchors, in their order. */
export async function readAnchors(stored: Anchors): Promise<StoredAnchors> {
  const names = await stored.list()
  const aside = new Set(await stored.list('aside'))
  const anchors: Anchor[] = []
  const problems: string[] = []
  for (const name of names) {
    const anchor = readAnchor(name, (await stored.read(name)) ?? '')
    if (anchor) anchors.push(anchor)
    else problems.push(`Anchor ${name} of the audit record cannot be read: it was damaged or changed.`)
  }
  const hashes = new Map(anchors.map(({ name, sha256 }) => [name, sha256]))
  for (const { name, before } of anchors) {
    if (!before || aside.has(before.name) || hashes.get(before.name) === before.sha256) continue
    if (hashes.has(before.name)) {
      problems.push(`Anchor ${before.name} of the audit record was changed: ${name} knows it otherwise.`)
    } else if (!names.includes(before.name)) {
      problems.push(`Anchor ${before.name} of the audit record is missing: ${name} names it.`)
    }
  }
  return { anchors, problems }
}

/** The newest valid anchor up to this day; null if none can be read. */
export async function readNewestAnchor(stored: Anchors, day: string): Promise<Anchor | null> {
  const names = (await stored.list()).filter((name) => dayOfAnchor(name) <= day)
  for (const name of names.toReversed()) {
    const anchor = readAnchor(name, (await stored.read(name)) ?? '')
    if (anchor) return anchor
  }
  return null
}

/** What the next anchor says about the newest one, whether or not the newest one can be read. */
export async function linkToNewest(stored: Anchors): Promise<Anchor['before']> {
  const name = (await stored.list()).at(-1)
  return name === undefined ? null : { name, sha256: sha256Of((await stored.read(name)) ?? '') }
}
