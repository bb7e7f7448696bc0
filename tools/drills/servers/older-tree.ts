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
 * @param wanted left out: the last commit that lacks a migration, changes none, and has `needed`
 */
export function openOlderTree(drill: Drill, wanted?: string, needed = 'apps/server/src/main.ts'): OlderTree {
  const commit = git('rev-parse', '--short', wanted ?? lastWithout(needed))
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

const LOOKED_AT = 1000

/** A migration that was changed before it was released makes two versions strangers: such a commit is none of ours. */
function lastWithout(needed: string): string {
  const migrationsOf = (commit: string): string[] =>
    git('ls-tree', commit, 'apps/server/migrations/').split('\n')
  const now = new Set(migrationsOf('HEAD'))
  const found = git('rev-list', `--max-count=${LOOKED_AT}`, 'HEAD')
    .split('\n')
    .find((commit) => {
      const then = migrationsOf(commit)
      return (
        then.length < now.size &&
        then.every((one) => now.has(one)) &&
        git('ls-tree', '--name-only', commit, needed) !== ''
      )
    })
  if (found === undefined) throw new Error('no commit lacks a migration: name one')
  return found
}
