/** A bucket of S3, or of what speaks as it does, and how to reach it. */
export type BucketAddress = {
  readonly bucket: string
  /** Stands before the names of all objects: empty, or with a slash at its end. */
  readonly prefix: string
  /** Null for Amazon's own. */
  readonly endpoint: string | null
  /** Null as the SDK finds it. */
  readonly region: string | null
  /** Null as the SDK finds them: the role of the machine, a profile. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}
