import type { Command } from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import { importCommand } from '../imports/import-command.ts'
import { importListCommand } from '../imports/import-list.command.ts'
import { agentImport, organizationImport } from './parties.import-kinds.ts'

export const importCommands: readonly Command<ActorContext>[] = [
  importCommand(organizationImport, 'may be given'),
  importCommand(agentImport, 'may be given'),
  importListCommand,
]
