import { reportedWarnings } from '../../../engines/warnings/warning-board.ts'
import type { FoundWarning } from '../../../engines/warnings/warning-source.ts'

const CHECK_DISK = 'Check that its disk is mounted, and that the user of the portal may read and write there.'

/** What the last poll of the drop folder left alone, and why. */
export const dropFolderWarnings = reportedWarnings({
  'drop-folder-unreadable': { advice: CHECK_DISK },
  'drop-folder-open-to-all': {
    advice: 'Run `chmod o-w` on the drop folder, and let a group of its own write there.',
  },
  'drop-folder-link': {
    advice: 'Replace the link by the folder or file itself, or remove it.',
  },
  'drop-folder-unknown-county': {
    advice: 'Rename the folder to the name or the id of a county, or remove it.',
  },
  'drop-folder-missing': {
    advice: 'Mount its disk, or make the folder again. Without imports for that county, remove the file.',
  },
  'drop-folder-settings': {
    advice: 'Correct the file, or write one beside the folder. The portal reads it again automatically.',
  },
  'drop-folder-settings-unreadable': {
    advice: 'Let the user of the portal read the file. The log has the reason.',
  },
  'drop-folder-name-taken': {
    advice: 'Move that file or link to another folder. The portal creates its folder automatically.',
  },
  'county-folder-unreadable': { advice: CHECK_DISK },
  'county-folder-unreadable-files': {
    advice: 'Run `chown` or `chmod` on those files. The portal takes them automatically.',
  },
  'county-folder-failed': { advice: CHECK_DISK },
  'county-folder-foreign-entries': {
    advice: 'Check what they are and who made them, then remove them.',
  },
  'county-folder-changed-after-filing': {
    advice: 'Move those files to the folder of the county again, then delete the incomplete documents.',
  },
  'county-folder-subfolders': {
    advice: 'Move their files up into the folder of the county, then remove the folders.',
  },
  'county-folder-unfinished': {
    advice: 'Ask the sender to send the files again, then remove the unfinished ones.',
  },
  'county-folder-hard-links': {
    advice: 'Copy those files into the folder, then remove the links.',
  },
  'county-folder-too-large': {
    advice: 'Remove the files that the portal leaves alone, and let senders use fewer files at once.',
  },
  'county-folder-open-files': {
    advice: 'Close the files in that program, or end it.',
  },
})

export type DropFolderWarning = FoundWarning<keyof typeof dropFolderWarnings.warnings>

/** A settings file next to a county's folder that cannot be used. */
export function settingsWarning(text: string): DropFolderWarning {
  return { code: 'drop-folder-settings', text }
}
