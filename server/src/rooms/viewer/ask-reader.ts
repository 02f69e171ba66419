import { unreadableReason, type UnreadableReason } from '@portal/contract/viewer/viewer.ts'
import type { z } from 'zod'
import type { WarmOutcome } from '../../engines/workers/warm-child.ts'
import type { PersonContext } from '../../records/context.ts'
import type { PreviewReader } from '../../records/documents/previews/state.ts'
import type { ViewedFile } from './viewed-file.ts'

type ReaderQuestion<Result> = {
  readonly reader: PreviewReader
  readonly question: object
  readonly result: z.ZodType<Result>
  /** Aborts the wait, because the caller has gone. */
  readonly senderGone: AbortSignal
}

export type Answer<Result> =
  | { readonly kind: 'done'; readonly result: Result; readonly bytes: Buffer }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }

/**
 * Asks a child about a file, in the caller's turn. The wait and the reading may take a minute, so the rights after it
 * decide.
 * @throws 429, what reading the bytes throws, and what `authorizeAgain` throws.
 */
export async function askReader<Result>(
  context: PersonContext,
  { file, isTooLarge, authorizeAgain }: ViewedFile,
  { reader, question, result, senderGone }: ReaderQuestion<Result>,
): Promise<Answer<Result>> {
  const { previewFailures, actor, log } = context
  if (isTooLarge) return { kind: 'unreadable', reason: 'too-large' }
  const asked = JSON.stringify(question)
  const known = previewFailures.reasonOf(file.key, asked)
  if (known !== undefined) return unreadable(known)
  const outcome = await reader.turns.run(
    actor.person.accountId,
    () => reader.child.ask(file, { question, result }),
    { signal: senderGone },
  )
  if (outcome.kind === 'done') {
    await authorizeAgain()
    return outcome
  }
  const reason = reasonOf(outcome)
  // The outcome itself can quote the file.
  log.warn({ file: file.key, question, reason }, 'A file could not be shown.')
  previewFailures.add(file.key, asked, reason)
  await authorizeAgain()
  return unreadable(reason)
}

function reasonOf(outcome: Exclude<WarmOutcome<never>, { kind: 'done' }>): UnreadableReason {
  if (outcome.kind === 'timed-out') return 'took-too-long'
  if (outcome.kind === 'out-of-memory') return 'out-of-memory'
  if (outcome.kind === 'crashed') return 'damaged'
  return unreadableReason.catch('damaged').parse(outcome.refusal)
}

function unreadable(reason: string) {
  return { kind: 'unreadable', reason: unreadableReason.catch('damaged').parse(reason) } as const
}
