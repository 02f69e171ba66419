import type { Command } from '../commands/command.ts'
import { importCommand } from '../imports/import-command.ts'
import { agentRoll, organizationRoll } from './import.rolls.ts'

export const importCommands: readonly Command[] = [
  importCommand(organizationRoll, 'may be given'),
  importCommand(agentRoll, 'may be given'),
]
