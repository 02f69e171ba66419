/** A bucket of S3 or of a compatible service, and how to reach it. */
export type BucketAddress = {
  readonly bucket: string
  /** Prefix of all object names: empty, or with a trailing slash. */
  readonly prefix: string
  /** Null for Amazon S3. */
  readonly endpoint: string | null
  /** Null: the SDK finds it. */
  readonly region: string | null
  /** Null: the SDK finds them, such as the role of the machine or a profile. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}
