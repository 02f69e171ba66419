import { CommandError, many, type Command } from '../../../engines/commands/command.ts'
import type { StoredObject } from '../../../engines/storage/storage.ts'
import type { Context } from '../../../records/context.ts'
import { adoptStore } from '../../../records/stored-files/bytes/store-identity.ts'
import { findFindings } from '../../../records/stored-files/scan/scan.repository.ts'
import { listQuarantine, removeFromQuarantine, setAsideOrphans } from './quarantine.usecases.ts'
import { counted } from '../../../engines/warnings/counted.ts'

const ALL = 'all'

const quarantine: Command<Context> = {
  name: 'quarantine',
  usage: `[--unknown] [--remove KEY|${ALL}]…`,
  summary:
    'Lists stored files that were set aside because no document has them, or because of a virus; --unknown sets aside those that verify names; --remove removes for good.',
  options: { unknown: { type: 'boolean' }, remove: { type: 'string', multiple: true } },
  positionals: 0,
  onlyReads: true,
  async run(context, { values }) {
    const moved = values['unknown'] ? await setAsideOrphans(context) : 0
    if (moved > 0) context.print(`${counted(moved, 'file was', 'files were')} moved to quarantine.`)
    const found = await listQuarantine(context)
    const chosen = choose(found, many(values, 'remove'))
    const removed = new Set(chosen.length > 0 ? await removeFromQuarantine(context, chosen) : [])
    const left = found.filter(({ key }) => !removed.has(key))
    const findings = await findFindings(
      context.database.kysely,
      left.map(({ key }) => key),
    )
    for (const { key, size, changedAt } of left) {
      const reason = findings.has(key) ? `: infected: ${findings.get(key)}` : ''
      context.print(`${key} (${size} bytes, ${changedAt.toISOString()})${reason}`)
    }
    if (chosen.length > 0)
      context.print(`${counted(removed.size, 'file was', 'files were')} removed permanently.`)
    context.print(`${counted(left.length, 'file')} in quarantine.`)
    const files = left.map(({ key, size, changedAt }) => ({
      storageKey: key,
      bytes: size,
      changedAt: changedAt.toISOString(),
      infected: findings.get(key) ?? null,
    }))
    return { json: { moved, removed: [...removed], files }, exitCode: removed.size < chosen.length ? 1 : 0 }
  },
}

const adopt: Command<Context> = {
  name: 'store adopt',
  usage: '',
  summary: 'Says that the store belongs to this database, after a restore by hand.',
  options: {},
  positionals: 0,
  onlyReads: true,
  async run(context) {
    const { id, before } = await adoptStore(context)
    context.print(
      `The store ${id} belongs to this database now. Please run verify: it names what is missing.`,
    )
    return { json: { storeID: id, before } }
  },
}

export const storeCommands: readonly Command<Context>[] = [quarantine, adopt]

function choose(found: readonly StoredObject[], words: readonly string[]): StoredObject[] {
  if (words.includes(ALL)) return [...found]
  return words.map((word) => {
    const object = found.find(({ key }) => key === word)
    if (!object) throw new CommandError(`There is no ${word} in quarantine.`)
    return object
  })
}
