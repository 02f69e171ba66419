import * as calls from '@portal/contract/views/views.ts'
import type { Serve } from '../../records/context.ts'
import { countOwnViews } from './count-views.usecases.ts'
import * as settings from './view-settings.usecases.ts'
import * as usecases from './views.usecases.ts'

const done = { success: true } as const

export function viewsRoutes(serve: Serve): void {
  serve(calls.listViews, (context) => usecases.readOwnViews(context))

  serve(calls.addView, (context, { body }) => usecases.saveNewView(context, body))

  serve(calls.changeView, (context, { params, body }) => usecases.saveView(context, params.id, body))

  serve(calls.deleteView, async (context, { params }) => {
    await usecases.deleteSavedView(context, params.id)
    return done
  })

  serve(calls.orderViews, async (context, { body }) => {
    await settings.setOwnOrder(context, body.ids)
    return done
  })

  serve(calls.setDefaultView, async (context, { body }) => {
    await settings.setOwnDefault(context, body.id)
    return done
  })

  serve(calls.setViewColumns, async (context, { body }) => {
    await settings.setOwnColumns(context, body)
    return done
  })

  serve(calls.countViews, (context, { query }) => countOwnViews(context, query.county))
}
