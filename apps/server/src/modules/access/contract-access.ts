import type { contractAccess as endpoint } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { decideOpening } from '@stowage/domain/access'
import { errorText } from '@stowage/texts/errors/index.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import { accountForBooking } from '../accounts/index.ts'
import { contractFor, type ContractAnswer } from '../contracts/index.ts'
import { boxHistory, tenancyBegan } from './history-view.ts'
import type { AccessTools } from './open-door.ts'
import { holdingOf, openingActor, openingPlace, refusalParams } from './opening-facts.ts'
import { holdingsAtStock } from './opening-view.ts'
import { readerOf, said } from './said.ts'
import type { SiteWatch } from './watch-sites.ts'

type Access = Answer<typeof endpoint>

const LAST = 5

/**
 * The doors of one contract: for each who opens its box, what opening would answer now, by the same rules as at the door (decisions.md
 * C20), and the last that happened there. Who may see the contract may see this.
 * @throws Failure 9104 as for the contract itself
 */
export async function contractAccess(
  tools: AccessTools,
  watch: SiteWatch,
  contractId: string,
  reader: { readonly actor: Actor; readonly language: Language },
): Promise<Access> {
  const { platform, catalog } = tools
  const { actor, language } = reader
  const now = platform.clock.now()
  const contract = (await contractFor(platform.db, contractId, actor, now)) ?? fail(9104)
  const ids = [contract.userId, contract.internalUserId].filter((id) => id != null)
  const [openers, isOk, last] = await Promise.all([
    Promise.all(ids.map(async (id) => await openerOf(tools, contract, { id, actor, now }))),
    watch.isOk(contract.stockId),
    lastOf(tools, contract, actor),
  ])
  const known = await catalog.stockTerms(contract.stockId)
  return {
    isOk: known === undefined || isOk,
    openers: openers.flatMap((opener) =>
      opener === null ? [] : [{ ...opener, message: messageOf(opener, language) }],
    ),
    last: said(last, language),
  }
}

const messageOf = ({ code, block }: Opener, language: Language): string | null =>
  code === null
    ? null
    : errorText(code, language, refusalParams(code, { blockReason: block?.reason ?? null }))

type Opener = Omit<Access['openers'][number], 'message' | 'code'> & { readonly code: number | null }

async function openerOf(
  { platform, catalog }: AccessTools,
  { id: contractId, stockId, userId }: ContractAnswer,
  { id: accountId, actor, now }: { id: string; actor: Actor; now: Temporal.Instant },
): Promise<Opener | null> {
  const [account, holdings, stock] = await Promise.all([
    accountForBooking(platform.db, accountId),
    holdingsAtStock(platform.db, stockId, accountId, now),
    catalog.stockTerms(stockId),
  ])
  if (!account || !stock) return null
  const row = holdings.find((holding) => holding.contractId === contractId)
  const decision = decideOpening({
    target: 'box',
    // As a tenant, whoever he is beside that: what a superUser opens he opens without a contract.
    actor: openingActor({ platformRole: 'client', grants: new Set() }, account),
    place: openingPlace(stock, now, null),
    box: { isKnown: true, requiresOnSite: false },
    stock: { isNamed: false, isKnown: true, hasBox: true },
    holding: row ? holdingOf(row, account) : null,
  })
  const maySeeReason = actor.platformRole !== 'client' || actor.id === account.id
  return {
    id: account.id,
    fullName: account.displayName,
    isTenant: account.id === userId,
    opens: decision.open,
    code: decision.open ? null : decision.code,
    warning: decision.open ? (decision.warning ?? null) : null,
    hasPin: account.hasPin,
    block: account.blockedByStaff ? { reason: maySeeReason ? account.blockReason : null } : null,
  }
}

/** Of the box, since this contract has it; what others did there before is theirs. */
async function lastOf({ platform }: AccessTools, contract: ContractAnswer, actor: Actor) {
  const mayRead = isSuperUser(actor) || actor.id === contract.userId || actor.grants.has('boxes.history')
  const runs = contract.status === 'active' || contract.status === 'ended'
  const since = mayRead && runs ? await tenancyBegan(platform.db, contract.boxId, contract.userId) : null
  if (since === null) return []
  const page = { limit: LAST, offset: 0 }
  return (await boxHistory(platform.db, readerOf(actor), contract.boxId, since, page)).items
}
