import { secretNames, type PaymentProcessor, type StockProcessors } from '@stowage/api/processors'
import type { Config } from '../../../platform/config.ts'
import { STRIPE_EVENTS } from '../stripe/events.ts'
import {
  environmentSettings,
  offersAt,
  reachOf,
  type Assignment,
  type ProcessorSetting,
} from './processor-setting.ts'
import type { ProcessorRow } from './processor-store.ts'
import type { ServedStock } from './serving-view.ts'

/** Where a processor sends its messages. */
export function messageUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { id, kind }: { readonly id: string; readonly kind: ProcessorSetting['kind'] },
): string {
  return `${publicUrl}/api/payments/${kind}/${id}`
}

type ServedBy = ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>

/** A processor as it is answered: of its secrets nothing but that they are there. */
export function describeProcessor(config: Config, row: ProcessorRow, served: ServedBy): PaymentProcessor {
  const { id, label, settings, secrets, testResult } = row
  const { currencies, methods } = reachOf(settings)
  return {
    id,
    kind: settings.kind,
    label,
    origin: 'database',
    url: settings.url,
    login: settings.kind === 'paykeeper' ? settings.login : null,
    currencies: [...currencies],
    methods: [...methods],
    secrets: secretNames.flatMap((name) => {
      const kept = secrets[name]
      return kept === undefined ? [] : [{ name, end: kept.end, since: kept.since }]
    }),
    isLive: row.isLive,
    wasLive: row.firstLiveAt !== null,
    isTest: isTest(row),
    test:
      testResult === null || row.testedAt === null
        ? null
        : {
            account: testResult.account,
            accountId: testResult.accountId ?? null,
            isTest: testResult.isTest,
            fault: testResult.fault,
            reason: testResult.reason,
            warnings: [...testResult.warnings],
            at: row.testedAt.toString(),
            isPassed: testResult.fault === null,
            isCurrent: row.testedVersion === row.version,
          },
    stocks: [...(served.get(id) ?? [])],
    messageUrl: messageUrl(config, { id, kind: settings.kind }),
    events: settings.kind === 'stripe' ? [...STRIPE_EVENTS] : [],
    retired: row.retiredAt?.toString() ?? null,
    created: row.createdAt.toString(),
    updated: row.updatedAt?.toString() ?? null,
  }
}

/** What the last test of these settings has said, and where it said nothing, what was kept of the key. */
function isTest({ testResult, testedVersion, version, secrets }: ProcessorRow): boolean | null {
  const told = testedVersion === version ? testResult?.isTest : undefined
  return told ?? secrets.secretKey?.isTest ?? null
}

/** A cabinet of the server's own settings: nothing of it is changed, tested or switched here. */
function describeGiven(config: Config, setting: ProcessorSetting, served: ServedBy): PaymentProcessor {
  const { currencies, methods } = reachOf(setting)
  return {
    id: setting.id,
    kind: setting.kind,
    label: setting.label,
    origin: 'environment',
    url: setting.url,
    login: null,
    currencies: [...currencies],
    methods: [...methods],
    secrets: [],
    isLive: true,
    wasLive: true,
    isTest: setting.kind === 'stripe' ? setting.secretKey.includes('_test_') : null,
    test: null,
    stocks: [...(served.get(setting.id) ?? [])],
    messageUrl: messageUrl(config, setting),
    events: setting.kind === 'stripe' ? [...STRIPE_EVENTS] : [],
    retired: null,
    created: null,
    updated: null,
  }
}

/** All that is set up, and what serves each stock. */
export function describeAll(
  config: Config,
  given: {
    readonly rows: readonly ProcessorRow[]
    readonly stocks: readonly ServedStock[]
    readonly assignments: readonly Assignment[]
  },
): { processors: PaymentProcessor[]; stocks: StockProcessors[] } {
  const { rows, assignments } = given
  const stocks = given.stocks.map((stock) => describeServed(config, stock, rows, assignments))
  const served: ServedBy = Map.groupBy(
    stocks.flatMap(({ stockId: id, name, offers }) =>
      [...new Set(offers.map(({ processorId }) => processorId))].map((processorId) => ({
        processorId,
        id,
        name,
      })),
    ),
    ({ processorId }) => processorId,
  )
  return {
    processors: [
      ...environmentSettings(config).map((setting) => describeGiven(config, setting, served)),
      ...rows.map((row) => describeProcessor(config, row, served)),
    ],
    stocks,
  }
}

/** What a stock's tenants can pay with, and through whom. */
export function describeServed(
  config: Config,
  stock: ServedStock,
  rows: readonly ProcessorRow[],
  assignments: readonly Assignment[],
): StockProcessors {
  const known = [
    ...environmentSettings(config).map((setting) => ({ ...setting, ...reachOf(setting) })),
    ...rows.map((row) => ({
      id: row.id,
      label: row.label,
      isLive: row.isLive,
      origin: 'database' as const,
      ...reachOf(row.settings),
    })),
  ]
  const { offers, isInherited } = offersAt(stock, known, assignments)
  return {
    stockId: stock.id,
    name: stock.name,
    currency: stock.currency,
    isExternal: stock.isExternal,
    offers: offers.flatMap((offer) => {
      const processor = known.find(({ id }) => id === offer.processorId)
      return processor === undefined ? [] : [{ ...offer, label: processor.label, kind: processor.kind }]
    }),
    isInherited,
    updated: stock.changedAt?.toString() ?? null,
  }
}
