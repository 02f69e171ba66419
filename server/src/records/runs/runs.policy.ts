import type { Person } from '../access/actor.ts'

/** A run names no documents of other counties, but how many it changed. So only its starter and administrators see it. */
export function maySeeRun(
  { accountId, rights }: Pick<Person, 'accountId' | 'rights'>,
  { startedBy }: { readonly startedBy: number | null },
): boolean {
  return startedBy === accountId || rights.has('portal.manage')
}
