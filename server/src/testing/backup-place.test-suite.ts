import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { below } from '../engines/backup/location.ts'
import { MANIFEST, NotThere, type BackupPlaces } from '../engines/backup/place.ts'

/** The tests of every kind of place for backups. `open` returns an empty location. */
export function testBackupPlaces(
  name: string,
  open: () => Promise<{ places: BackupPlaces; location: string }>,
): void {
  describe(`${name} as a place of backups`, () => {
    let places: BackupPlaces
    let location: string
    beforeEach(async () => void ({ places, location } = await open()))

    const make = async (backup: string, files: Record<string, Buffer>) => {
      const place = await places.make(below(location, backup))
      for (const [file, bytes] of Object.entries(files)) await place.write(file, Readable.from([bytes]))
      return place
    }
    const whole = async (backup: string, files: Record<string, Buffer> = {}) => {
      const place = await make(backup, { ...files, [MANIFEST]: Buffer.from(backup) })
      await place.finish()
      await place.close()
      return places.open(below(location, backup))
    }

    test('what was written comes back byte for byte, in whole and in part, with its length', async () => {
      const bytes = randomBytes(11_000_003)
      const place = await whole('monday', {
        'objects/00001.pack': bytes,
        'tables/a.tsv.zst': Buffer.from('a'),
      })
      expect((await buffer(place.read('objects/00001.pack'))).equals(bytes)).toBe(true)
      const part = await place.readAt('objects/00001.pack', 5_000_000, 1_000_001)
      expect(part.equals(bytes.subarray(5_000_000, 6_000_001))).toBe(true)
      expect((await place.readAt('objects/00001.pack', 11_000_000, 100)).length).toBe(3)
      expect(await place.list()).toEqual(
        new Map([
          [MANIFEST, 6],
          ['objects/00001.pack', bytes.length],
          ['tables/a.tsv.zst', 1],
        ]),
      )
      await place.close()
    })

    test('what is not there is told as such', async () => {
      const place = await whole('monday')
      await expect(buffer(place.read('other'))).rejects.toThrow(NotThere)
      await expect(place.readAt('other', 0, 1)).rejects.toThrow(NotThere)
      await expect(buffer((await places.open(below(location, 'none'))).read(MANIFEST))).rejects.toThrow(
        NotThere,
      )
    })

    test('one that is being filled is none, and what it leaves can be removed', async () => {
      expect(await places.namesIn(location)).toEqual([])
      await whole('monday')
      await make('tuesday', { 'tables/a.tsv.zst': Buffer.from('a') })
      expect(await places.namesIn(location)).toEqual(['monday'])
      const [left, ...more] = await places.unfinishedIn(location)
      expect([left?.of, more]).toEqual(['tuesday', []])
      await places.remove(below(location, left?.name ?? ''))
      expect(await places.unfinishedIn(location)).toEqual([])
      expect(await places.namesIn(location)).toEqual(['monday'])
    })

    test('what broke off, or was removed, leaves nothing, and its name is free', async () => {
      const place = await make('monday', { 'objects/00001.pack': randomBytes(6_000_000) })
      await expect(place.write('other', Readable.from(breakingOff()))).rejects.toThrow('the cable was cut')
      await place.discard()
      expect(await places.isTaken(below(location, 'monday'))).toBe(false)
      await whole('monday')
      expect(await places.isTaken(below(location, 'monday'))).toBe(true)
      await places.remove(below(location, 'monday'))
      expect(await places.isTaken(below(location, 'monday'))).toBe(false)
    })

    test('a path leads from one to another', async () => {
      const monday = await whole('of the week/monday')
      const place = await make('tuesday', {})
      const path = place.pathTo(monday)
      expect(path).toBe('../of the week/monday')
      await place.write(MANIFEST, Readable.from([Buffer.from('tuesday')]))
      await place.finish()
      const found = (await places.open(below(location, 'tuesday'))).beside(path)
      expect((await buffer(found.read(MANIFEST))).toString()).toBe('of the week/monday')
    })
  })
}

async function* breakingOff(): AsyncGenerator<Buffer> {
  yield randomBytes(100_000)
  throw new Error('the cable was cut')
}
