/** A mail address that, where it has to be broken, breaks before its @ and not in the middle of a word. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
