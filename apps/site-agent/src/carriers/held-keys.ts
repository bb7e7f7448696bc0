import { watch, type FSWatcher } from 'node:fs'
import path from 'node:path'
import type { Log } from '../log.ts'
import { KEYS_FILE, newestKey, readKeys, type SiteKey, type SiteKeys } from './keys.ts'

const SETTLED_MS = 200

/** The keys of a running agent: those of the file, also when another pairing changes it. */
export interface HeldKeys {
  get(): SiteKeys
  newest(): SiteKey
  /** Looks at the file: after a 401, and when somebody asks (SIGHUP). */
  reread(): void
  close(): void
}

/** @param isOfFile false: the keys were given by hand, and stay @param on.onChange other keys count now */
export function holdKeys(
  first: SiteKeys,
  stateDir: string,
  { log, onChange }: { readonly log: Log; readonly onChange: () => void },
  isOfFile = true,
): HeldKeys {
  let held = first
  let soon: NodeJS.Timeout | undefined
  const reread = (): void => {
    if (!isOfFile) return
    const found = readKeys(stateDir)
    // Half a file, or one that is gone: what we have counts on.
    if (typeof found === 'string' || JSON.stringify(found) === JSON.stringify(held)) return
    if (found.siteId !== held.siteId || found.serverPublicKey !== held.serverPublicKey)
      return log.error('the keys are of another site or server: restart the agent', { siteId: found.siteId })
    held = found
    log.info('the keys are other ones', { keyId: newestKey(held).keyId })
    onChange()
  }
  let watcher: FSWatcher | undefined
  if (isOfFile)
    try {
      // The folder: the file is put in place under its name, another file each time.
      watcher = watch(stateDir, { persistent: false }, (_event, name) => {
        if (name !== KEYS_FILE) return
        clearTimeout(soon)
        soon = setTimeout(reread, SETTLED_MS).unref()
      })
      watcher.on('error', () => watcher?.close())
    } catch (error) {
      log.warn('another pairing is seen at the next start only', {
        reason: error instanceof Error ? error.message : path.basename(stateDir),
      })
    }
  return {
    get: () => held,
    newest: () => newestKey(held),
    reread,
    close() {
      clearTimeout(soon)
      watcher?.close()
    },
  }
}
