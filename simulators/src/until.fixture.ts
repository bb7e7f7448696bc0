/** Waits until `check` holds. @throws Error after half a minute */
export async function until(check: () => boolean): Promise<void> {
  const end = Date.now() + 30_000
  while (!check()) {
    if (Date.now() > end) throw new Error('it never came true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
