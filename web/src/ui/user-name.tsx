/** An email address that breaks only before its domain in a narrow column. */
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
