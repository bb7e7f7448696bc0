import fs from 'node:fs'
import path from 'node:path'
import { readSource, type SourceFacts } from './read-source.ts'
import { findViolations, type Violation } from './rules.ts'

const AREAS = ['packages', 'apps', 'simulators', 'tools', 'e2e']

/**
 * Holds every source file below a folder against the boundaries.
 * @throws when there is nothing to look at: a check that finds no files must not pass
 */
export function checkBoundaries(root: string): { files: number; violations: Violation[] } {
  const facts = readSources(root)
  return { files: facts.length, violations: findViolations(facts) }
}

/** What every source file of the repository, or of one workspace of it, does that a boundary could forbid. */
export function readSources(root: string, area = ''): SourceFacts[] {
  return listSources(root)
    .filter((file) => file.startsWith(area))
    .map((file) => readSource(file, fs.readFileSync(path.join(root, file), 'utf8')))
}

/** Every source file of the workspaces, as paths inside the repository. */
export function listSources(root: string): string[] {
  const files = AREAS.flatMap((area) => sourcesBelow(path.join(root, area)))
  if (files.length === 0) throw new Error(`no sources below ${root}`)
  return files.map((file) => path.relative(root, file).split(path.sep).join('/'))
}

function sourcesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules' && entry.name !== 'dist')
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return sourcesBelow(file)
      return /\.(ts|tsx|mts)$/.test(entry.name) ? [file] : []
    })
}
