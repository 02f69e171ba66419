import { anybody, get, onDocument, type Line } from './line.ts'

const KEY = '5a1f4a52-8f5e-4d5b-9a51-0f3d7c1f7a11'

const ofComment = (method: 'PUT' | 'DELETE', payload?: object): Line['ask'] => {
  return ({ fileId, commentId }) => ({
    method,
    url: `/api/files/uploads/${fileId}/comments/${commentId}`,
    ...(payload && { payload }),
  })
}

/** Success only for its author, who is none of the callers. */
const ofAuthor = onDocument(403)

/** Calls of the rooms comments and notices. */
export const commentLines: Readonly<Record<string, Line>> = {
  listComments: {
    ask: get(({ fileId }) => `/files/uploads/${fileId}/comments`),
    status: onDocument(),
    tellsOwnActs: true,
  },
  listMentionable: {
    ask: get(({ fileId, word }) => `/files/uploads/${fileId}/mentionable?search=${word}`),
    status: onDocument(),
  },
  countNotices: { ask: get(() => '/notices/count'), status: anybody(200) },
  listNotices: { ask: get(() => '/notices'), status: anybody(200) },
  readNotices: {
    ask: ({ fileId }) => ({ method: 'PUT', url: '/api/notices/read', payload: { fileId } }),
    status: anybody(200),
  },
  getNoticeSettings: { ask: get(() => '/account/notices'), status: anybody(200) },
  saveNoticeSettings: {
    ask: () => ({ method: 'PUT', url: '/api/account/notices', payload: { mentions: true, digestHour: 7 } }),
    status: anybody(200),
  },
  turnOffNoticeMails: {
    ask: () => ({ method: 'POST', url: '/api/notices/turn-off', payload: { token: '1.mentions.1.x' } }),
    status: anybody(400),
  },
  unsubscribeByMailProgram: {
    ask: () => ({ method: 'POST', url: '/api/notices/unsubscribe?token=1.mentions.1.x' }),
    status: anybody(400),
  },
  addComment: {
    ask: ({ fileId }) => ({
      method: 'POST',
      url: `/api/files/uploads/${fileId}/comments`,
      payload: { key: KEY, text: 'Is it the same well?' },
    }),
    status: onDocument(),
  },
  changeComment: { ask: ofComment('PUT', { text: 'Two wells' }), status: ofAuthor },
  deleteComment: { ask: ofComment('DELETE'), status: ofAuthor },
}
