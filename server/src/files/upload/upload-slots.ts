import { unavailable } from '../../http/errors.ts'

const TOO_MANY_UPLOADS = 'Too many files are being uploaded right now. Please try again in a moment.'

export type UploadSlots = { run<T>(upload: () => Promise<T>): Promise<T> }

/** Lets `most` uploads go at once and refuses more with 503: memory and open files stay bounded. */
export function uploadSlots(most: number): UploadSlots {
  let taken = 0
  return {
    async run(upload) {
      if (taken >= most) throw unavailable(TOO_MANY_UPLOADS)
      taken++
      try {
        return await upload()
      } finally {
        taken--
      }
    },
  }
}
