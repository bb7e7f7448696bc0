/** What is wrong with a package-lock.json, in sentences; empty when it is whole. */
export function lockfileProblems(text: string): string[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages).flatMap(([place, entry]) => entryProblems(packages, place, entry))
}

interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function entryProblems(
  packages: Readonly<Record<string, LockedPackage>>,
  place: string,
  entry: LockedPackage,
): string[] {
  const problems: string[] = []
  // A registry's address would send every other machine there.
  if (entry.resolved && /^https?:/.test(entry.resolved))
    problems.push(
      `${place} names an address (${entry.resolved}); install with omit-lockfile-registry-resolved=true`,
    )
  if (place.includes('node_modules/') && !entry.link && !entry.integrity)
    problems.push(`${place} has no integrity hash`)
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    // npm install is silent about a platform package the registry lacks; npm ci then fails on every other machine.
    if (!isLocked(packages, place, name))
      problems.push(
        `${place || 'the project'} wants ${name}, which is not locked: pick a version whose platform packages all exist`,
      )
  }
  return problems
}

/** Looked up as Node does: beside, then in every node_modules above. */
function isLocked(packages: Readonly<Record<string, LockedPackage>>, place: string, name: string): boolean {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true
    if (from === '') return false
  }
}
