import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PostgresError } from './binaries.ts'

/** As whom PostgreSQL runs. It refuses to run as root, and the checkout may lie where only root can go. */
export interface Identity {
  /** Stands before every command line of PostgreSQL. */
  readonly prefix: readonly string[]
  /** Given to spawn; undefined keeps ours. */
  readonly uid: number | undefined
  readonly gid: number | undefined
  /** The `native` folder from which this identity can execute. */
  readonly native: string
}

/**
 * Not root: as we are; a user number without a name (a container started with `--user 12345`) cannot make a database, so
 * there, too, under another number, that of a user with a name. Root: the same user under another number inside a user namespace, so that binaries and data stay
 * where they are and root's. Where namespaces are forbidden (some containers): `nobody`, with the binaries copied to a
 * place it can reach.
 * @throws PostgresError when no way is open
 */
export function chooseIdentity(native: string, userNamespace = true): Identity {
  const asWeAre = { prefix: [], uid: undefined, gid: undefined, native }
  if (process.getuid?.() !== 0 && hasName()) return asWeAre
  const prefix = ['unshare', '-U', '--map-user=65534', '--map-group=65534']
  const allowed =
    userNamespace && spawnSync(prefix[0]!, [...prefix.slice(1), 'whoami'], { stdio: 'ignore' }).status === 0
  if (allowed) return { ...asWeAre, prefix }
  if (process.getuid?.() !== 0)
    throw new PostgresError(
      `User number ${process.getuid?.()} has no name on this machine (no line in /etc/passwd), and PostgreSQL needs one. Start as a user with a name (docker run --user node), or set DATABASE_URL.`,
    )
  const nobody = findNobody()
  return { prefix: [], ...nobody, native: copyBinaries(native) }
}

/** Asked of the system as PostgreSQL asks, so that users of a directory service count. */
function hasName(): boolean {
  try {
    os.userInfo()
    return true
  } catch {
    return false
  }
}

function findNobody(): { uid: number; gid: number } {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid)
    throw new PostgresError(
      'PostgreSQL does not run as root, and there is neither a user namespace nor a user nobody here. Start as another user, or set DATABASE_URL.',
    )
  return { uid: Number(uid), gid: Number(gid) }
}

/** A copy everybody may read and nobody but root may write; kept for the next start. */
function copyBinaries(native: string): string {
  const version = (
    JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string }
  ).version
  const target = path.join(os.tmpdir(), `stowage-postgres-${version}`)
  if (fs.existsSync(target)) {
    const { uid, mode } = fs.lstatSync(target)
    if (uid !== 0 || (mode & 0o022) !== 0)
      throw new PostgresError(`${target} is not root's own; remove it and start again.`)
    return target
  }
  const draft = fs.mkdtempSync(`${target}-`)
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(draft, 0o755)
  fs.renameSync(draft, target)
  return target
}

/**
 * Makes a folder belong to whom PostgreSQL runs as. Root may meet its own data from the other of its two ways; data of a
 * third user is refused rather than taken from them.
 */
export function giveFolder(folder: string, identity: Identity): void {
  if (process.getuid?.() !== 0) return
  const owner = fs.statSync(folder).uid
  const wanted = identity.uid ?? 0
  const nobody = identity.uid ?? 65534
  if (owner !== 0 && owner !== nobody)
    throw new PostgresError(`${folder} belongs to user number ${owner}; start as that user.`)
  if (identity.uid !== undefined) refuseUnreachable(folder)
  if (owner === wanted) return
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(folder, entry), wanted, identity.gid ?? 0)
  fs.chownSync(folder, wanted, identity.gid ?? 0)
}

function refuseUnreachable(folder: string): void {
  for (
    let above = path.dirname(path.dirname(folder));
    above !== path.dirname(above);
    above = path.dirname(above)
  ) {
    if ((fs.statSync(above).mode & 0o001) === 0)
      throw new PostgresError(
        `PostgreSQL does not run as root; as user nobody it cannot enter ${above}. Set DATA_DIR to a folder outside of it (/var/lib/stowage), start as a normal user, or set DATABASE_URL.`,
      )
  }
}
