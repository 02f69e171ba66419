import type * as Disk from 'node:fs/promises'
import { link, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { SETTLE_MS } from './watched-folder.ts'
import { createDropFolder } from './drop-folder.ts'

// People of Loving swap names in their folder while the portal works in it: once before each of its steps on the disk,
// so that every moment between a check and an action is covered.

const barrier = vi.hoisted(() => ({
  /** Runs before each step of the portal on the share. Null without an attack. */
  before: null as (() => Promise<void>) | null,
  isOnShare: (_path: string): boolean => false,
  hasHardLinks: true,
}))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof Disk>()
  // A swap before a read has the same effect as one before the step after it.
  const STEPS = ['open', 'mkdir', 'rename', 'link', 'unlink', 'rm', 'rmdir', 'writeFile', 'copyFile'] as const
  const watched = STEPS.map((name) => {
    const step = real[name] as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        const path = String(args[0])
        if (barrier.before && (path.startsWith('/proc/self/fd/') || barrier.isOnShare(path))) {
          await barrier.before()
          if (name === 'link' && !barrier.hasHardLinks)
            throw Object.assign(new Error('no links'), { code: 'EOPNOTSUPP', path })
        }
        return step(...args)
      },
    ] as const
  })
  return { ...real, ...Object.fromEntries(watched) }
})

const { pdf, png } = SAMPLE_FILES
const TODAY = '2026-03-10'
const NEVER = new AbortController().signal
const SECRET = Buffer.concat([pdf, Buffer.from('\n% of another county')])

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
let reeves: string
let outside: string
let loving: number
beforeAll(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
  loving = portal.counties.loving
  const { CountyID: countyId } = await portal.addCounty('Reeves')
  await portal.addPerson({ email: 'clerk@reeves.example', countyId })
  reeves = join(portal.dropFolder.root, 'Reeves')
  outside = await mkdtemp(join(tmpdir(), 'portal-outside-'))
  barrier.isOnShare = (path) => path.startsWith(portal.dropFolder.root)
})
afterAll(async () => {
  await portal.close()
  await rm(outside, { recursive: true, force: true })
})

const here = (...names: string[]) => join(portal.dropFolder.folder, ...names)
async function inWorking(isWanted: (name: string) => boolean): Promise<string | null> {
  const names = await readdir(here('.working')).catch(() => [])
  const name = names.find(isWanted)
  return name === undefined ? null : here('.working', name)
}
const claim = () => inWorking((name) => !name.endsWith('.txt'))
const draft = () => inWorking((name) => name.endsWith('.txt'))
const fileInHand = async () => {
  const place = await claim()
  return place && join(place, 'mine.pdf')
}

type Attack = {
  /** The file that Loving drops. */
  readonly bytes: Buffer
  /** The place that they swap. Null as long as it does not exist. */
  readonly place: () => Promise<string | null>
  readonly forWhat: () => string
  readonly isHardLink?: boolean
  readonly hasHardLinks?: boolean
}

const SECRET_FILE = () => join(outside, 'secret.pdf')
const REEVES = () => reeves

const ATTACKS: Record<string, Attack> = {
  'their file for a link': { bytes: pdf, place: async () => here('mine.pdf'), forWhat: SECRET_FILE },
  'the folder for files in hand for a link': {
    bytes: pdf,
    place: async () => here('.working'),
    forWhat: REEVES,
  },
  'a claim for a link': { bytes: pdf, place: claim, forWhat: REEVES },
  'the file in hand for a link': { bytes: pdf, place: fileInHand, forWhat: SECRET_FILE },
  'the file in hand for a second name': {
    bytes: pdf,
    place: fileInHand,
    forWhat: () => join(reeves, 'theirs.pdf'),
    isHardLink: true,
  },
  'the draft of a note for a link, on a share without hard links': {
    bytes: pdf,
    place: draft,
    forWhat: SECRET_FILE,
    hasHardLinks: false,
  },
  'the folder of the day for a link': {
    bytes: pdf,
    place: async () => here('done', TODAY),
    forWhat: REEVES,
  },
  'done for a link': { bytes: pdf, place: async () => here('done'), forWhat: () => outside },
  'refused for a link': { bytes: png, place: async () => here('refused'), forWhat: REEVES },
}

async function swap(place: string, { forWhat, isHardLink }: Attack): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await mkdir(join(place, '..'), { recursive: true })
  await (isHardLink ? link : symlink)(forWhat(), place)
}

/** Makes a new share with one file of Loving and one of Reeves. The portal files nothing from Reeves. */
async function fresh(bytes: Buffer): Promise<void> {
  for (const folder of [portal.dropFolder.folder, reeves, outside]) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
  }
  await writeFile(join(reeves, 'theirs.pdf'), SECRET)
  await writeFile(join(outside, 'secret.pdf'), SECRET)
  await writeFile(here('mine.pdf'), bytes)
}

/** Runs one pass in which Loving attacks before step `at`. Returns whether there were that many steps. */
async function attackBefore(at: number, attack: Attack): Promise<boolean> {
  const look = createDropFolder()
  let steps = 0
  let isDone = false
  await look(portal.world, NEVER)
  portal.clock.advance(SETTLE_MS)
  const before = async () => {
    barrier.before = null
    const place = isDone ? null : await attack.place()
    if (place && ++steps === at) {
      await swap(place, attack)
      isDone = true
    }
    barrier.before = before
  }
  barrier.before = before
  await look(portal.world, NEVER)
  barrier.before = null
  portal.clock.advance(60_000)
  await createDropFolder()(portal.world, NEVER)
  return isDone
}

async function expectUnharmed(): Promise<void> {
  expect(await readdir(reeves)).toEqual(['theirs.pdf'])
  expect(await readdir(outside)).toEqual(['secret.pdf'])
  const { rows } = await portal.pool.query('SELECT FROM document WHERE county_id <> $1 OR byte_size = $2', [
    loving,
    SECRET.length,
  ])
  expect(rows).toEqual([])
  const entries = await readdir(portal.dropFolder.folder, { withFileTypes: true, recursive: true })
  for (const { name, parentPath } of entries.filter((each) => each.isFile())) {
    const path = join(parentPath, name)
    // They made a second name of the file itself, not a copy.
    const isTheirs = (await lstat(path)).nlink === 1 && (await readFile(path)).equals(SECRET)
    expect({ name, isTheirs }).toEqual({ name, isTheirs: false })
  }
}

test.each(Object.keys(ATTACKS))(
  'R11.14 whenever they swap %s, nothing of another county or of the portal is read, moved or removed',
  async (name) => {
    const attack = ATTACKS[name]
    if (!attack) throw new Error(name)
    barrier.hasHardLinks = attack.hasHardLinks ?? true
    let moments = 0
    for (let isMet = true; isMet;) {
      await fresh(attack.bytes)
      isMet = await attackBefore(moments + 1, attack)
      if (isMet) moments++
      await expectUnharmed()
    }
    // Fewer would mean that the barrier misses the portal's steps.
    expect(moments).toBeGreaterThan(2)
  },
)
