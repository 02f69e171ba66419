import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, moment, pathId, queryNumber, queryText } from '../fields.ts'
import { FILE_NOT_FOUND, IN_THE_BIN, OPEN_FORBIDDEN } from '../files/document-errors.ts'
import { cleanText, COMMENT_MAX_CHARACTERS, MAX_MENTIONS } from './comment-text.ts'

// Comments on a document: plain text with mentions of people.

/** Comments of a page. */
export const COMMENTS_PAGE_SIZE = 50
/** People that a list of people to mention has. */
export const MAX_MENTIONABLE = 10

export const COMMENT_EMPTY = defineError({
  code: 'comment.empty',
  status: 400,
  sentence: 'Please write a comment first.',
})
export const COMMENT_TOO_LONG = defineError({
  code: 'comment.too_long',
  status: 400,
  sentence: `A comment may have at most ${COMMENT_MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
})
export const TOO_MANY_MENTIONS = defineError({
  code: 'comment.too_many_mentions',
  status: 400,
  sentence: `A comment may mention at most ${MAX_MENTIONS} people.`,
})
export const MENTION_FORBIDDEN = defineError({
  code: 'comment.mention_not_allowed',
  status: 400,
  sentence: 'You can only mention people who may see this file. Please remove the other mentions.',
})
export const COMMENT_NOT_YOURS = defineError({
  code: 'comment.not_yours',
  status: 403,
  sentence: 'Only its author can change or delete a comment.',
})
export const COMMENT_NOT_FOUND = defineError({
  code: 'comment.not_found',
  status: 404,
  sentence: 'This comment does not exist.',
})
export const COMMENT_DELETED = defineError({
  code: 'comment.deleted',
  status: 409,
  sentence: 'This comment was deleted.',
})
export const COMMENT_KEY_USED = defineError({
  code: 'comment.key_used',
  status: 409,
  sentence: 'This comment was already sent to another file. Please send it again.',
})

/** A person with their name; their address if they have none. */
const person = z.object({ id, name: z.string() })
export type NamedPerson = z.output<typeof person>

const comment = z.object({
  id,
  author: person,
  /** Whether the caller wrote it, and so may change and delete it. */
  isMine: z.boolean(),
  /** Plain text, in which a mention is `@{id of the person}`. Null for a deleted comment. */
  text: z.string().nullable(),
  /** The people whom the text mentions. */
  mentions: z.array(person),
  createdAt: moment,
  /** The last change more than 15 minutes after it was written; null if there is none. */
  editedAt: moment.nullable(),
})
export type Comment = z.output<typeof comment>

/** Any length up to the limit of a body: a long text gets the error of its use case. */
export const commentText = z
  .string(COMMENT_EMPTY.sentence)
  .max(20_000, COMMENT_TOO_LONG.sentence)
  .refine((typed) => !typed.includes('\0'), 'A comment holds a character that is not allowed.')
  .overwrite(cleanText)

const ofFile = z.object({ fileId })
const ofComment = z.object({ fileId, commentId: pathId('The comment id') })
const ofText = [COMMENT_EMPTY, COMMENT_TOO_LONG, TOO_MANY_MENTIONS, MENTION_FORBIDDEN] as const
const ofWriting = [FILE_NOT_FOUND, OPEN_FORBIDDEN, IN_THE_BIN] as const

export const listComments = endpoint({
  summary: `The comments of a document that the caller may see: its newest ${COMMENTS_PAGE_SIZE}, oldest first. \`earlier\` is the \`before\` of those before; \`count\` counts all that are not deleted.`,
  method: 'GET',
  path: '/files/uploads/:fileId/comments',
  access: 'session',
  params: ofFile,
  query: z.object({ before: queryNumber('before') }),
  result: z.object({ comments: z.array(comment), earlier: id.nullable(), count: z.int() }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The comments of this file could not be loaded.',
})

export const listMentionable = endpoint({
  summary: `People whom a comment on a document may mention: other people who see it, with this text in name or address, at most ${MAX_MENTIONABLE}.`,
  method: 'GET',
  path: '/files/uploads/:fileId/mentionable',
  access: 'session',
  params: ofFile,
  query: z.object({ search: queryText('search', 60) }),
  result: z.object({ people: z.array(person.extend({ email: z.string() })) }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN, IN_THE_BIN],
})

export const addComment = endpoint({
  summary:
    'Adds a comment to a document. A mention is `@{id of the person}` in the text. `key` is chosen by the caller: the same key again adds no second comment.',
  method: 'POST',
  path: '/files/uploads/:fileId/comments',
  access: 'session',
  params: ofFile,
  body: z.object({ key: z.uuid('key must be a UUID.'), text: commentText }),
  result: comment,
  errors: [...ofWriting, ...ofText, COMMENT_KEY_USED],
  fallback: 'The comment could not be saved.',
})

export const changeComment = endpoint({
  summary:
    'Changes the text of an own comment. After 15 minutes the comment says that it was changed. The former text is kept.',
  method: 'PUT',
  path: '/files/uploads/:fileId/comments/:commentId',
  access: 'session',
  params: ofComment,
  body: z.object({ text: commentText }),
  result: comment,
  errors: [...ofWriting, ...ofText, COMMENT_NOT_FOUND, COMMENT_NOT_YOURS, COMMENT_DELETED],
  fallback: 'The comment could not be saved.',
})

export const deleteComment = endpoint({
  summary: 'Deletes an own comment. Its place in the thread stays, without its text.',
  method: 'DELETE',
  path: '/files/uploads/:fileId/comments/:commentId',
  access: 'session',
  params: ofComment,
  result: comment,
  errors: [...ofWriting, COMMENT_NOT_FOUND, COMMENT_NOT_YOURS, COMMENT_DELETED],
  fallback: 'The comment could not be deleted.',
})
