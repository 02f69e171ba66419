import type { Command } from '../../engines/commands/command.ts'
import type { IndexContext } from './index-documents.ts'
import { queueEveryDocument } from './to-index.repository.ts'
import { counted } from '../../engines/warnings/counted.ts'

const rebuild: Command<IndexContext> = {
  name: 'search rebuild',
  usage: '',
  summary: 'Queues every document to be indexed again, the newest first. People can search meanwhile.',
  options: {},
  positionals: 0,
  onlyReads: false,
  async run({ database, print }) {
    const documents = await database.kysely.transaction().execute(queueEveryDocument)
    print(
      `${counted(documents, 'document is', 'documents are')} queued. The server or a worker indexes them within minutes to hours.`,
    )
    return { json: { ok: true, documents } }
  },
}

export const searchCommands: readonly Command<IndexContext>[] = [rebuild]
