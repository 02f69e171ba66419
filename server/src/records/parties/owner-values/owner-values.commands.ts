import type { Command } from '../../../engines/commands/command.ts'
import type { ActorContext } from '../../access/context.ts'
import { importCommand } from '../../imports/import-command.ts'
import { ownerValueImport } from './owner-values.import-kind.ts'

export const ownerCommands: readonly Command<ActorContext>[] = [
  importCommand(ownerValueImport, 'must be given'),
]
