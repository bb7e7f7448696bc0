/**
 * Whether somebody has agreed to any document here. Who was taken over with a running contract has not (`external`), nor has who
 * agreed when the company had no documents yet (`none`); a version of a document has a colon in it (`lease:2026-01 privacy:3`).
 */
export function hasAgreedHere(agreedDocsVersion: string | null | undefined): boolean {
  return agreedDocsVersion?.includes(':') === true
}
