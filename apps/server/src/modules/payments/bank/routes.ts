import * as api from '@stowage/api/bank'
import type { BankEntry } from '@stowage/api/bank'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import { refuseOfOneStock, type Actor } from '../../../platform/http/actor.ts'
import { route, type Call, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Job } from '../../../platform/ticker.ts'
import { bankAccounts, importedStatements } from './bank-view.ts'
import { ignoreByHand, notePayout, settleByHand } from './decide-entry.ts'
import { describeEntries, describeEntry, searchTargets } from './describe-entry.ts'
import { importStatement } from './import-statement.ts'
import { forgetStrangers } from './forget-strangers.ts'
import { matchFresh } from './match-entries.ts'
import { previewStatement } from './preview-statement.ts'
import { BankFileError } from './statement.ts'
import { undoEntry } from './undo-entry.ts'

/** Bank transfers: statements come in, each movement is put to what it pays. A statement is of all stocks of a seller. */
export function bankRoutes(platform: Platform): Route[] {
  const { db } = platform
  const present = async (id: string): Promise<BankEntry> => await describeEntry(db, id)
  return [
    route(api.listBankAccounts, async ({ actor }) => await ofAllStocks(actor, () => bankAccounts(db))),
    route(
      api.previewBankStatement,
      async ({ actor, body }) =>
        await ofAllStocks(actor, async () => await readable(() => previewStatement(db, body))),
    ),
    route(
      api.importBankStatement,
      async (call) =>
        await ofAllStocks(call.actor, async () => await readable(() => importStatement(platform, call))),
    ),
    route(
      api.listBankStatements,
      async ({ actor, query }) =>
        await ofAllStocks(actor, () => importedStatements(db, Number(query.page ?? 1))),
    ),
    route(
      api.listBankEntries,
      async ({ actor, query }) =>
        await ofAllStocks(actor, () => describeEntries(db, { ...query, page: Number(query.page ?? 1) })),
    ),
    route(
      api.readBankEntry,
      async ({ actor, params }) => await ofAllStocks(actor, () => describeEntry(db, params.id)),
    ),
    route(
      api.searchBankTargets,
      async ({ actor, params, query }) =>
        await ofAllStocks(actor, () => searchTargets(db, params.id, query.search)),
    ),
    route(api.settleBankEntry, async (call) => await decided(call, settleByHand)),
    route(api.ignoreBankEntry, async (call) => await decided(call, ignoreByHand)),
    route(api.noteBankPayout, async (call) => await decided(call, notePayout)),
    route(api.undoBankEntry, async (call) => await decided(call, undoEntry)),
  ]

  async function decided<C extends Call<typeof api.undoBankEntry, Actor>>(
    call: C,
    decide: (
      platform: Platform,
      tx: Tx,
      call: C,
      present: (id: string) => Promise<BankEntry>,
    ) => Promise<void>,
  ): Promise<BankEntry> {
    refuseOfOneStock(call.actor)
    return await call.transact(async (tx) => {
      await decide(platform, tx, call, present)
      return await describeEntry(tx, call.params.id)
    })
  }
}

/** @throws Failure 9103 for staff of one stock */
async function ofAllStocks<T>(actor: Actor, read: () => Promise<T>): Promise<T> {
  refuseOfOneStock(actor)
  return await read()
}

/** A file that cannot be read is told to the person with the place. @throws Failure 9151 */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error
    return fail(9151, {
      field: 'file',
      params: { what: error.fault, place: error.place === '' ? 'none' : error.place },
      cause: error,
    })
  }
}

/** What an import had no time to look at, or was killed before it could. */
export function bankJobs(platform: Platform): Job[] {
  return [
    {
      name: 'match-bank-entries',
      everySeconds: 60,
      run: async () => void (await matchFresh(platform)),
    },
    {
      name: 'forget-strangers-at-the-bank',
      everySeconds: 3600,
      run: async () => void (await forgetStrangers(platform)),
    },
  ]
}
