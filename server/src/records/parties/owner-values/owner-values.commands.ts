import { MAX_ID } from '@portal/contract/limits.ts'
import { CommandError, type Command } from '../../../engines/commands/command.ts'
import type { ActorContext } from '../../access/context.ts'
import { importCommand } from '../../imports/import-command.ts'
import { ownerValueImport } from './owner-values.import-kind.ts'
import { undoImport } from './undo-import.usecases.ts'

export const ownerCommands: readonly Command<ActorContext>[] = [
  importCommand(ownerValueImport, 'must be given'),
  {
    name: 'import undo',
    usage: 'ID',
    summary: "Puts a county's owner values back as they were before an import, which 'import list' numbers.",
    options: {},
    positionals: 1,
    onlyReads: false,
    async run(context, { positionals: [id = ''] }) {
      if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_ID) {
        throw new CommandError("import undo takes the number of an import; 'import list' shows them.")
      }
      const outcome = await undoImport(context, Number(id))
      const [inserted, updated, removed] = [outcome.inserted, outcome.updated, outcome.removed].map((rows) =>
        rows.toLocaleString('en-US'),
      )
      context.print(
        `Import ${id} is undone: ${inserted} brought back, ${updated} changed back, ${removed} taken away. ` +
          `That is import ${outcome.importID}.`,
      )
      return { json: outcome }
    },
  },
]
