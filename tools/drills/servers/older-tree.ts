import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Drill } from './drill.ts'

const root = path.join(import.meta.dirname, '../../..')
const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

export interface OlderTree {
  /** Its short name. */
  readonly commit: string
  readonly folder: string
  /** How many migrations it lacks. */
  readonly missing: number
}

/**
 * The sources of another commit in a folder of their own, on the packages that are installed here.
 * @param wanted left out: the last commit that lacks the newest migration
 */
export function openOlderTree(drill: Drill, wanted?: string): OlderTree {
  const commit = git('rev-parse', '--short', wanted ?? beforeNewestMigration())
  const folder = path.join(drill.folder, `tree-${commit}`)
  fs.mkdirSync(folder)
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  // Its own workspaces are found from where they stand.
  const [here, there] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  fs.mkdirSync(path.join(there, '@stowage'), { recursive: true })
  for (const name of fs.readdirSync(here))
    if (name !== '@stowage') fs.symlinkSync(path.join(here, name), path.join(there, name))
  for (const name of fs.readdirSync(path.join(here, '@stowage'))) {
    const place = path.relative(root, fs.realpathSync(path.join(here, '@stowage', name)))
    if (fs.existsSync(path.join(folder, place)))
      fs.symlinkSync(path.join(folder, place), path.join(there, '@stowage', name))
  }
  const count = (of: string): number => fs.readdirSync(path.join(of, 'apps/server/migrations')).length
  return { commit, folder, missing: count(root) - count(folder) }
}

function beforeNewestMigration(): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'apps/server/migrations')
  return `${added}^`
}
