import path from 'node:path'

/**
 * Business modules of the server from the bottom up; a call goes to a lower row only. A new folder under `modules/`
 * without a place here is an error, so that nobody can forget it.
 */
export const MODULE_ROWS: readonly (readonly string[])[] = [
  ['accounts'],
  ['catalog'],
  ['payments'],
  ['billing'],
  ['contracts'],
  ['booking'],
  ['access', 'maps', 'support'],
  ['reports', 'messaging', 'management-system'],
]

export interface Zone {
  /** The workspace: `packages/domain`, `apps/server`, … */
  readonly area: string
  /** The room inside it, derived from the folder: `modules/booking`, `platform`, `features/maps`, `ui`, … */
  readonly room: string
  /** The file's path inside its room. */
  readonly rest: string
}

/** Where a file stands; undefined for files outside of every workspace's sources. */
export function zoneOf(file: string): Zone | undefined {
  const found =
    /^(packages\/[^/]+|apps\/[^/]+|simulators)\/src\/(.+)$/.exec(file) ?? /^(tools|e2e)\/(.+)$/.exec(file)
  if (!found) return undefined
  const [, area, inside] = found as unknown as [string, string, string]
  const parts = inside.split('/')
  const depth = ['modules', 'features', 'areas'].includes(parts[0]!) && area.startsWith('apps/') ? 2 : 1
  if (parts.length <= depth) return { area, room: parts.length === 1 ? '' : parts[0]!, rest: parts.at(-1)! }
  return { area, room: parts.slice(0, depth).join('/'), rest: parts.slice(depth).join('/') }
}

/** Tests may set a scene with whatever they need; only the walls between workspaces hold for them. */
export function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(file) || /\/testing\//.test(file)
}

/**
 * What an import of ours leads to, as a path inside the repository; undefined for packages from outside.
 * Our own packages export `./*` as `./src/*.ts` (texts: as they are), and relative imports carry their ending.
 */
export function resolveOurs(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const found = /^@stowage\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!found) return undefined
  const [, name, sub] = found as unknown as [string, string, string | undefined]
  const area = ['domain', 'api', 'texts', 'lsp', 'client'].includes(name)
    ? `packages/${name}`
    : ['server', 'web', 'site-agent'].includes(name)
      ? `apps/${name}`
      : name
  const inside = sub ?? 'index'
  return `${area}/src/${/\.[a-z]+$/.test(inside) ? inside : `${inside}.ts`}`
}
