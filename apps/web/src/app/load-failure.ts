/**
 * Whether a part of the app could not be fetched: the connection is gone, or a new version has replaced the files. Browsers
 * have no name for it, only these sentences (Chromium, Firefox, Safari), and Vite one for style sheets.
 */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}
