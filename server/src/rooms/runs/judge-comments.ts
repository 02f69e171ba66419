import { refuseInBin } from '../../records/documents/documents.policy.ts'
import { findCommentStates } from '../../records/comments/comments.repository.ts'
import type { Reversal } from '../../records/runs/reversal.ts'
import { refused, UNCHANGED, type Judge, type Judgment } from './judgment.ts'
import { CHANGED_SINCE } from './run-reasons.ts'

/** Adds a comment to documents outside the bin (R20.74). */
export function judgeComment(text: string): Judge {
  return (_context, documents) =>
    new Map(
      documents.map((document) => {
        const refusal = refuseInBin(document)
        return [
          document.id,
          refusal ? refused(refusal) : { kind: 'changed', change: 'comment', comment: { text } },
        ]
      }),
    )
}

/** Deletes the comments of the undone run, unless their author changed them since. */
export function judgeUncomment(reversals: ReadonlyMap<number, Reversal>): Judge {
  return async ({ db }, documents) => {
    const commentIds = [...reversals.values()].flatMap(({ comment }) => comment ?? [])
    const states = await findCommentStates(db, commentIds)
    const judge = (id: number | undefined): Judgment => {
      if (id === undefined) return UNCHANGED
      const state = states.get(id) ?? 'deleted'
      if (state === 'deleted') return UNCHANGED
      return state === 'changed'
        ? refused(CHANGED_SINCE)
        : { kind: 'changed', change: 'comment', comment: { id } }
    }
    return new Map(
      documents.map((document) => {
        const refusal = refuseInBin(document)
        return [document.id, refusal ? refused(refusal) : judge(reversals.get(document.id)?.comment)]
      }),
    )
  }
}
