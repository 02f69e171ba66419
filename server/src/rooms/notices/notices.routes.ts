import * as calls from '@portal/contract/notices/notices.ts'
import type { Serve } from '../../records/context.ts'
import * as usecases from './notices.usecases.ts'

export function noticesRoutes(serve: Serve): void {
  serve(calls.countNotices, (context) => usecases.countOwnNotices(context))

  serve(calls.listNotices, (context) => usecases.listOwnNotices(context))

  serve(calls.readNotices, async (context, { body }) => {
    await usecases.readOwnNotices(context, body)
    return { success: true } as const
  })
}
