import type { Command } from '../commands/command.ts'
import { importCommand } from '../imports/import-command.ts'
import { ownerValueRoll } from './owner-values.roll.ts'

export const ownerCommands: readonly Command[] = [importCommand(ownerValueRoll, 'must be given')]
