import { z } from 'zod'
import { NotJson, parseJson } from '../../../engines/config/json-text.ts'
import { settingsWarning, type DropFolderWarning } from './drop-folder.warnings.ts'

/** What the file beside a county's folder says of all that is dropped there. */
const dropSettings = z.strictObject({
  /** Address of the account whose documents they are. */
  account: z.email().toLowerCase(),
  category: z.string().trim().min(1),
  type: z.string().trim().min(1),
  description: z.string().default(''),
})

export type DropSettings = z.output<typeof dropSettings>

/** Reads such a file, or warns what is wrong with it. `name` is the name of the file. */
export function readDropSettings(name: string, text: Buffer): DropSettings | DropFolderWarning {
  const json = jsonOf(text)
  if (json instanceof NotJson)
    return settingsWarning(`${name} of the drop folder cannot be used: ${json.message}.`)
  const parsed = dropSettings.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || 'the whole'
  const problem = issue?.message ?? 'it cannot be read'
  return settingsWarning(`${name} of the drop folder is wrong at ${place}: ${problem}.`)
}

function jsonOf(text: Buffer): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    return error
  }
}
