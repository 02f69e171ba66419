import * as calls from '@portal/contract/counties/counties.ts'
import type { Serve } from '../../records/context.ts'
import { exportCounties } from './export-counties.usecases.ts'
import * as usecases from './managed-counties.usecases.ts'

export function countiesRoutes(serve: Serve): void {
  serve(calls.listManagedCounties, (context, { query }) => usecases.listCounties(context, query))

  serve(calls.exportCounties, (context, { query, request }) =>
    exportCounties(context, { ...query, method: request.method }),
  )

  serve(calls.addManagedCounty, (context, { body }) => usecases.add(context, body))

  serve(calls.changeManagedCounty, (context, { params, body, ifMatch }) =>
    usecases.save(context, { ...params, ifMatch, values: body }),
  )

  serve(calls.closeCounty, (context, { params, ifMatch }) =>
    usecases.setClosed(context, { ...params, ifMatch, isClosed: true }),
  )

  serve(calls.openCounty, (context, { params, ifMatch }) =>
    usecases.setClosed(context, { ...params, ifMatch, isClosed: false }),
  )
}
