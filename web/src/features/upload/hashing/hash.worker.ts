import { hashFile } from './hash-file.ts'

/** The worker's response; null if the file could not be read. */
export type HashResult = { readonly sha256: string | null }

function say(said: HashResult): void {
  postMessage(said)
}

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  void hashFile(file).then(
    (sha256) => say({ sha256 }),
    () => say({ sha256: null }),
  )
})
