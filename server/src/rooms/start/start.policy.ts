import type { Person } from '../../records/access/actor.ts'
import type { StartPage } from '@portal/contract/start/start.ts'

export type StartPart = Exclude<keyof StartPage, 'appraisalYear'>

/** The parts of the start page for a person: what they may decide, work on, upload or manage. */
export function partsFor({ rights }: Pick<Person, 'rights'>): ReadonlySet<StartPart> {
  const isEditor = rights.has('documents.edit')
  const isManager = rights.has('people.manage') && !isEditor
  const uploads = rights.has('documents.add') && !isEditor
  return new Set<StartPart>([
    'byStatus',
    ...(uploads ? (['needsAnswer'] as const) : []),
    ...(uploads && !isManager ? (['uploads'] as const) : []),
    ...(isManager ? (['people', 'lately'] as const) : []),
    ...(isEditor ? (['desk'] as const) : []),
    ...(rights.has('portal.manage') ? (['waiting', 'system'] as const) : []),
  ])
}
