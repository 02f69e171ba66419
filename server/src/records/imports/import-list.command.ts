import type { Command } from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import { requireCounty } from '../counties/counties.usecases.ts'
import { yearOf } from './import-command.ts'
import { importLine, toImportRecords } from './import-list.models.ts'
import { listImportRuns } from './import-runs.repository.ts'

/** The command `import list`. */
export const importListCommand: Command<ActorContext> = {
  name: 'import list',
  usage: '[--county N] [--year Y]',
  summary: 'All imports, newest first: which file, by whom, what became of it, and whether it can be undone.',
  options: { county: { type: 'string' }, year: { type: 'string' } },
  positionals: 0,
  onlyReads: true,
  async run(context, { values }) {
    const { county } = values
    const countyId = typeof county === 'string' ? (await requireCounty(context, county)).id : null
    const year = yearOf(values, 'may be given')
    const imports = toImportRecords(await listImportRuns(context.database.kysely, { countyId, year }))
    for (const each of imports) context.print(importLine(each, context.settings.timeZone))
    if (imports.length === 0) context.print('There are no imports.')
    return { json: { imports } }
  },
}
