/** An e-mail address, which a narrow column breaks before its domain and not anywhere. */
export function UserName({ name }: { readonly name: string }) {
  const at = name.lastIndexOf('@')
  if (at < 1) return name
  return (
    <>
      {name.slice(0, at)}
      <wbr />
      {name.slice(at)}
    </>
  )
}
