/**
 * Puts a text where it can be pasted from.
 * @returns false where the browser has no clipboard or gives no leave: without https it has none
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
