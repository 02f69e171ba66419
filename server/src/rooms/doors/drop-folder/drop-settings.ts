import { z } from 'zod'

/** What the file beside a county's folder says of all that is dropped there. */
const dropSettings = z.strictObject({
  /** Address of the account whose documents they are. */
  account: z.email().toLowerCase(),
  category: z.string().trim().min(1),
  type: z.string().trim().min(1),
  description: z.string().default(''),
})

export type DropSettings = z.output<typeof dropSettings>

/** What such a file says, or the sentence that tells what is wrong with it; `name` is the file's. */
export function readDropSettings(name: string, text: string): DropSettings | string {
  const parsed = dropSettings.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || 'the whole'
  return `${name} of the drop folder is wrong at ${place}: ${issue?.message ?? 'it cannot be read'}.`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
