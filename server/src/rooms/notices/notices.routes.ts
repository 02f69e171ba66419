import * as calls from '@portal/contract/notices/notices.ts'
import * as mails from '@portal/contract/notices/notice-mails.ts'
import type { Serve } from '../../records/context.ts'
import * as settings from './notice-settings.usecases.ts'
import * as usecases from './notices.usecases.ts'

export function noticesRoutes(serve: Serve): void {
  serve(calls.countNotices, (context) => usecases.countOwnNotices(context))

  serve(calls.listNotices, (context, { query }) => usecases.listOwnNotices(context, query.kind))

  serve(calls.readNotices, async (context, { body }) => {
    await usecases.readOwnNotices(context, body)
    return { success: true } as const
  })

  serve(mails.getNoticeSettings, (context) => settings.readOwnNoticeSettings(context))

  serve(mails.saveNoticeSettings, (context, { body }) => settings.saveOwnNoticeSettings(context, body))

  serve(mails.turnOffNoticeMails, async (context, { body }) => ({
    mails: await settings.turnOffByToken(context, body.token),
  }))

  serve(mails.unsubscribeByMailProgram, async (context, { query }) => {
    await settings.turnOffByToken(context, query.token)
    return { success: true } as const
  })
}
