import { findWritten } from '../../../engines/folders/find-written.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import type { World } from '../../../records/context.ts'
import { claimFile } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import type { DropFolderWarning } from './drop-folder.warnings.ts'
import type { Entry } from './entries.ts'
import type { FailureLog } from './failure-log.ts'
import { finish } from './finish.ts'

const DAY_MS = 24 * 3_600_000

/** Files that are imported for one county before the next county's turn. */
const AT_ONE_TURN = 20

/** The files of a county's folder that are ready in this poll. */
export type Waiting = { readonly folder: CountyFolder; readonly entries: readonly Entry[] }

type Turns = {
  readonly owner: string
  readonly ending: AbortSignal
  readonly failures: FailureLog
  /** Returns false if the disk failed. */
  readonly attempt: (folder: CountyFolder, work: () => Promise<unknown>) => Promise<boolean>
}

type Taken = {
  /** Folders that cannot be imported from. */
  readonly failed: readonly CountyFolder[]
  /** About files that the portal leaves alone. */
  readonly warnings: readonly DropFolderWarning[]
}

/**
 * Imports the counties in turns, so that thousands of files of one do not delay the others. Skips files that are open
 * for writing.
 */
export async function importInTurn(
  world: World,
  folders: readonly Waiting[],
  { owner, ending, failures, attempt }: Turns,
): Promise<Taken> {
  const waiting = [...folders]
  const failed: CountyFolder[] = []
  const open = new Map<CountyFolder, number>()
  const yesterday = world.clock.now().getTime() - DAY_MS
  for (let turn = waiting.shift(); turn && !ending.aborted; turn = waiting.shift()) {
    const { folder, entries } = turn
    const isTaken = await attempt(folder, async () => {
      const now = entries.slice(0, AT_ONE_TURN)
      const isWritten = await findWritten(now.map(({ stats }) => stats))
      for (const entry of now) {
        if (ending.aborted) return
        if (isWritten(entry.stats)) {
          if (Number(entry.stats.ctimeMs) < yesterday) open.set(folder, (open.get(folder) ?? 0) + 1)
          continue
        }
        const claimed = await claimFile(world, { folder, entry, owner })
        if (claimed) await finish(world, claimed, { isFile: entry.kind === 'file', failures })
      }
    })
    if (!isTaken) failed.push(folder)
    else if (entries.length > AT_ONE_TURN) waiting.push({ folder, entries: entries.slice(AT_ONE_TURN) })
  }
  return {
    failed,
    warnings: [...open].map(([{ countyName }, count]) => ({
      code: 'county-folder-open-files',
      text: `The drop folder of ${countyName} has ${counted(count, 'file')} in it that a program has had open for writing for a day.`,
    })),
  }
}
