import type { z } from 'zod'
import type { PersonContext } from '../../records/context.ts'
import type { Answer } from './ask-reader.ts'
import type { ViewedFile } from './viewed-file.ts'

type Place = { readonly viewed: Pick<ViewedFile, 'cache'>; readonly name: string }

/** The answer of an earlier call, or a new one, which is stored. */
export async function cachedJson<Result>(
  { previewCache }: Pick<PersonContext, 'previewCache'>,
  { viewed: { cache }, name }: Place,
  schema: z.ZodType<Result>,
  ask: () => Promise<Answer<Result>>,
): Promise<Answer<Result>> {
  const file = { group: cache.group, name: cache.prefix + name }
  const stored = schema.safeParse(parsed(await previewCache.read(file)))
  if (stored.success) return { kind: 'done', result: stored.data, bytes: Buffer.alloc(0) }
  const answer = await ask()
  if (answer.kind === 'done') await previewCache.write(file, Buffer.from(JSON.stringify(answer.result)))
  return answer
}

function parsed(bytes: Buffer | null): unknown {
  try {
    return bytes && JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
