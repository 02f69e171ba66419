import { readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { engineFolder } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { runAsEngine } from './run-as-engine.ts'

/** Every sheet as CSV in UTF-8, with the cells as they are shown. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'

/** Opens an XLSX file in LibreOffice. Returns a sheet as it is shown, as CSV, and the file as a flat XML document. */
export async function openInLibreOffice(
  bytes: Buffer,
  sheet: string,
): Promise<{ readonly csv: string; readonly xml: string }> {
  const soffice = requireProgram('/usr/bin/soffice')
  const folder = engineFolder()
  try {
    const file = join(folder, 'list.xlsx')
    await writeFile(file, bytes)
    const convert = (to: string) =>
      runAsEngine(
        soffice,
        [
          `-env:UserInstallation=file://${folder}/profile`,
          '--headless',
          '--convert-to',
          to,
          '--outdir',
          folder,
          file,
        ],
        { HOME: folder },
      )
    await convert(AS_SHOWN)
    await convert('fods')
    return {
      csv: readFileSync(join(folder, `list-${sheet}.csv`), 'utf8'),
      xml: readFileSync(join(folder, 'list.fods'), 'utf8'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
