import type { Answer, Body } from '@stowage/api/endpoint'
import { changeSiteSettings as endpoint } from '@stowage/api/sites'
import type { SiteSettings } from '@stowage/lsp/messages'
import { note, type Author } from '../../platform/audit/author.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { siteChanged } from './events.ts'
import { SiteUnavailable, type ConfigOutcome } from './lock-gateway.ts'
import type { AccessTools } from './open-door.ts'
import { putSettings, readSettings, type SettingsRow } from './settings-store.ts'
import { tellSettings } from './tell-settings.ts'

type Settings = Answer<typeof endpoint>
type Tools = Pick<AccessTools, 'platform' | 'gateway'>

/** What staff want of a site's agent, and whether it has it. */
export async function describeSettings({ platform }: Tools, stockId: string): Promise<Settings> {
  return answerOf(await readSettings(platform.db, stockId))
}

/**
 * Changes what a site's agent goes by instead of its own file. The site is asked first: it alone knows what it can do, and what it
 * refuses is not kept. One that is away is told when it is back, and every agent that comes after it as well.
 * @throws Failure 1005 at the field that the site refuses, 9109 with the settings as they are now
 */
export async function changeSettings(
  tools: Tools,
  {
    transact,
    keep,
    author,
  }: Pick<Call<typeof endpoint, null>, 'transact' | 'keep'> & { readonly author: Author },
  stockId: string,
  { updated, ...given }: Body<typeof endpoint>,
): Promise<Settings> {
  const { platform } = tools
  const before = await readSettings(platform.db, stockId)
  await refuseStale(endpoint, before?.updatedAt ?? null, updated, () => answerOf(before))
  const asked = mergedWith(before?.wanted, given)
  if (before && JSON.stringify(asked) === JSON.stringify(before.wanted))
    return await transact(async () => answerOf(before))
  const outcome = await ask(tools, stockId, asked)
  if (outcome?.applied === false)
    return fail(1005, {
      field: fieldOf(outcome.field, given.names ?? []),
      reason: `the site refused ${outcome.field ?? 'them'}: ${outcome.reason}`,
    })
  await transact(async (tx) => {
    const stored = await readSettings(tx, stockId, { lock: true })
    await refuseStale(endpoint, stored?.updatedAt ?? null, updated, () => answerOf(stored))
    const wanted = mergedWith(stored?.wanted, given)
    const at = platform.clock.now()
    await putSettings(tx, { stockId, wanted, at })
    note(tx, platform.clock, author, {
      action: 'site-settings-changed',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      before: stored?.wanted ?? {},
      after: wanted,
    })
    publish(tx, fact(siteChanged, { aggregate: `site:${stockId}`, stockId, at, payload: { stockId } }))
    // The answer of a repetition, should this process end before the site has confirmed.
    return answerOf(await readSettings(tx, stockId))
  })
  if (outcome) await tellSettings(tools, stockId)
  return await keep(await describeSettings(tools, stockId))
}

async function ask(
  { gateway }: Tools,
  stockId: string,
  settings: SiteSettings,
): Promise<ConfigOutcome | undefined> {
  try {
    return await gateway.configure(stockId, settings)
  } catch (error) {
    if (error instanceof SiteUnavailable) return undefined
    throw error
  }
}

/** Names come whole: one that is missing is taken back, and stays to be told as such. */
function mergedWith(
  before: SiteSettings | undefined,
  { names, ...numbers }: Omit<Body<typeof endpoint>, 'updated'>,
): SiteSettings {
  const known = before?.names ?? {}
  const taken = Object.fromEntries(Object.keys(known).map((lockId) => [lockId, '']))
  const given = names && Object.fromEntries(names.map(({ lockId, name }) => [lockId, name]))
  const all = Object.entries(given === undefined ? known : { ...taken, ...given })
  return {
    ...before,
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    names: Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Of our form, for a member of LSP/1 (`pollMs`, `names.1:01:01`). */
function fieldOf(member: string | null, names: readonly { readonly lockId: string }[]): string {
  const [field = '', lockId] = (member ?? '').split('.')
  if (field !== 'names') return ['pollMs', 'pulseMs', 'leftOpenMinutes'].includes(field) ? field : 'settings'
  const position = names.findIndex((entry) => entry.lockId === lockId)
  return position === -1 ? 'names' : `names.${position}.name`
}

function answerOf(row: SettingsRow | undefined): Settings {
  const { pollMs, pulseMs, leftOpenMinutes, names = {} } = row?.wanted ?? {}
  const shown = Object.entries(names).flatMap(([lockId, name]) => (name === '' ? [] : { lockId, name }))
  const fault = row?.fault ?? null
  return {
    pollMs: pollMs ?? null,
    pulseMs: pulseMs ?? null,
    leftOpenMinutes: leftOpenMinutes ?? null,
    names: shown,
    updated: row?.updatedAt.toString() ?? null,
    isTold: row !== undefined && row.fault === null && row.toldVersion === row.version,
    fault: fault && { field: fieldOf(fault.field, shown), reason: fault.reason },
  }
}
