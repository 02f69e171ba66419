import type { PartyDirectory } from './find-parties.ts'
import { formsOf } from './name-forms.ts'
import type { AgentRow } from './owner-directory.repository.ts'
import { createPhraseTable } from './phrase-table.ts'

/** A county has few agents, so their names are read for each text. */
export function agentDirectory(agents: readonly AgentRow[]): PartyDirectory {
  const table = createPhraseTable(agents.length)
  for (const { number, names } of agents) {
    for (const name of names) {
      const { whole, short } = formsOf(name)
      for (const form of [...whole, ...short]) table.add(form, number)
    }
  }
  const byNumber = new Map(agents.map((agent) => [agent.number, agent]))
  return {
    find: table.find,
    withNumber: () => [],
    named: (numbers) => Promise.resolve(numbers.flatMap((number) => byNumber.get(number) ?? [])),
  }
}
