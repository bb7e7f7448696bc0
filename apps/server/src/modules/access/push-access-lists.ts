import { signAccessList, type SignedAccessList } from '@stowage/lsp/access-list'
import { machineNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { claimLists, listApplied, listFailed, type ClaimedList } from './access-list-store.ts'
import { buildAccessList, pinsIn } from './build-access-list.ts'
import { noteListedPins } from './exposed-pins-store.ts'

/** A list that says nothing new is told this often: what it is good for counts from its issue. */
const ISSUE_AGAIN = { minutes: 15 }
/** A process that dies with a list in its hands holds it back for no longer. */
const CLAIM = { seconds: 20 }
/** A site that is away is asked again; its coming back is heard sooner (siteAvailability). */
const RETRY = { seconds: 30 }
const AT_ONCE = 8

export interface AccessListTools {
  readonly platform: Platform
  readonly catalog: Catalog
  /** PKCS 8 of the key whose public half the sites hold. */
  readonly signingKey: () => Promise<string>
  /**
   * Hands a list to a site.
   * @returns what it did with it; `present` is the version it has, where that is not older
   * @throws whatever went wrong on the way
   */
  readonly apply: (
    stockId: string,
    list: SignedAccessList,
  ) => Promise<{ readonly applied: boolean; readonly present?: number; readonly reason?: string }>
}

/**
 * Job, and kicked by every fact that changes a right: tells the sites what is due, some at a time, until nothing is. Safe in several
 * processes at once: a list is claimed by its row, and a site takes no older list than it has.
 * @returns how many sites were told
 */
export async function pushAccessLists(tools: AccessListTools): Promise<number> {
  let told = 0
  for (;;) {
    const now = machineNow()
    const claimed = await claimLists(tools.platform.db, {
      now,
      until: now.add(CLAIM),
      issuedBefore: now.subtract(ISSUE_AGAIN),
      limit: AT_ONCE,
    })
    if (claimed.length === 0) return told
    const done = await Promise.all(claimed.map(async (list) => await pushOne(tools, list)))
    told += done.filter(Boolean).length
  }
}

async function pushOne(tools: AccessListTools, claimed: ClaimedList): Promise<boolean> {
  const { platform, catalog } = tools
  const failed = async (fault: string, present?: number): Promise<boolean> => {
    const nextAt = present === undefined ? machineNow().add(RETRY) : machineNow()
    await listFailed(platform.db, claimed, { nextAt, fault, ...(present === undefined ? {} : { present }) })
    return false
  }
  try {
    const stock = await catalog.stockTerms(claimed.stockId)
    if (!stock) return await failed('the stock has been deleted')
    const built = await buildAccessList(platform, stock, claimed.version)
    const list = signAccessList(built, await tools.signingKey())
    await noteListedPins(platform.db, claimed.stockId, pinsIn(built), machineNow())
    const answer = await tools.apply(claimed.stockId, list)
    if (!answer.applied) return await failed(answer.reason ?? 'the site refused it', answer.present)
    await listApplied(platform.db, claimed, machineNow())
    return true
  } catch (error) {
    return await failed(error instanceof Error ? error.message : String(error))
  }
}

export interface ListPusher {
  /** Whoever has just marked a list; many at once are one round, and one that comes during a round is another. */
  readonly soon: () => void
  readonly run: () => Promise<void>
  close(): Promise<void>
}

/** One round at a time in this process. */
export function createListPusher(tools: AccessListTools): ListPusher {
  let running: Promise<void> | undefined
  let again = false
  let isClosed = false
  async function rounds(): Promise<void> {
    do {
      again = false
      await pushAccessLists(tools)
    } while (again && !isClosed)
  }
  function run(): Promise<void> {
    if (isClosed) return Promise.resolve()
    again = running !== undefined
    running ??= rounds().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    soon() {
      run().catch((error: unknown) =>
        tools.platform.log.error({ err: error }, 'access lists were not pushed'),
      )
    },
    run,
    async close() {
      isClosed = true
      await running?.catch(() => undefined)
    },
  }
}
