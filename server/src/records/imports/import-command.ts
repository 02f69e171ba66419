import { resolve } from 'node:path'
import {
  CommandError,
  required,
  type Command,
  type CommandInput,
  type OptionValues,
} from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import { requireCounty } from '../counties/counties.usecases.ts'
import { importFile } from './import-file.ts'
import { exitCodeOf, linesOf } from './import-outcome.ts'
import type { ImportKind } from './import-kind.ts'
import { requireDiskSpace } from './disk-space.ts'

type YearOption = 'may be given' | 'must be given'

/** The command `import …` for one kind of file. */
export function importCommand(kind: ImportKind, yearOption: YearOption): Command<ActorContext> {
  const year = yearOption === 'must be given' ? '--year Y' : '[--year Y]'
  return {
    name: `import ${kind.name}`,
    usage: `--county N ${year} [--strict] [--replace] [--confirm] FILE.csv`,
    summary: `Loads ${kind.name} that the appraisal district exports, as CSV or with tabs.`,
    options: {
      county: { type: 'string' },
      year: { type: 'string' },
      strict: { type: 'boolean' },
      replace: { type: 'boolean' },
      confirm: { type: 'boolean' },
    },
    positionals: 1,
    onlyReads: false,
    async run(context, input) {
      const { values } = input
      const county = required(values, 'county')
      const request = {
        kind,
        path: fileOf(input),
        year: yearOf(values, yearOption),
        strict: values['strict'] === true,
        replace: values['replace'] === true,
        confirm: values['confirm'] === true,
      }
      await requireDiskSpace(context, request.path)
      const result = await importFile(context, {
        ...request,
        county: await requireCounty(context, county),
      })
      for (const line of linesOf(result)) context.print(line)
      return { json: result.outcome, exitCode: exitCodeOf(result.outcome) }
    },
  }
}

function fileOf({ positionals: [file], workingDirectory }: CommandInput): string {
  if (!file) throw new CommandError('Please name a file.')
  return resolve(workingDirectory, file)
}

/** The appraisal year in `--year`; null if it is optional and omitted. */
export function yearOf(values: OptionValues, option: YearOption): number | null {
  if (values['year'] === undefined && option === 'may be given') return null
  const year = required(values, 'year')
  if (!/^(19|20)\d\d$/.test(year)) throw new CommandError('--year is an appraisal year such as 2026.')
  return Number(year)
}
