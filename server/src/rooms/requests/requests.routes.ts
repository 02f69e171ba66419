import { countRequests } from '@portal/contract/requests/requests.ts'
import type { Serve } from '../../records/context.ts'
import { countForPerson } from './requests.usecases.ts'

export function requestsRoutes(serve: Serve): void {
  serve(countRequests, (context) => countForPerson(context))
}
