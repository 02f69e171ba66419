import * as contract from '@portal/contract/lookups/lookups.ts'
import type { Serve } from '../../records/context.ts'
import * as usecases from './lookups.usecases.ts'

export function lookupsRoutes(serve: Serve): void {
  serve(contract.listCounties, (context) => usecases.listCounties(context))
  serve(contract.listCategories, (context) => usecases.listCategories(context))
  serve(contract.listTypes, (context) => usecases.listTypes(context))
  serve(contract.listTypesOfCategory, (context, { params }) => usecases.listTypes(context, params.categoryId))
  serve(contract.listRelationTypes, (context) => usecases.listRelationTypes(context))
  serve(contract.listOrganizations, (context, { query, request }) =>
    usecases.suggestOrganizations(context, {
      ...query,
      acceptEncoding: request.headers['accept-encoding']?.toString(),
    }),
  )
  serve(contract.listAgents, (context, { query }) => usecases.suggestAgents(context, query))
}
