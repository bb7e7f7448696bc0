import type { StockProcessors } from '@stowage/api/processors'
import { payMethods, takesCurrency, type PayMethod } from '@stowage/domain/pay-method'
import type { Processor } from './processor.ts'

/** A method of a stock: who could take it, and who does; '' for nobody. */
export interface Choice {
  readonly method: PayMethod
  readonly processorId: string
  readonly options: readonly { readonly id: string; readonly label: string; readonly isLive: boolean }[]
}

/** The methods that somebody could take at this stock: those that are set in their order, the others behind them. */
export function choicesOf(stock: StockProcessors, processors: readonly Processor[]): readonly Choice[] {
  const own = stock.isInherited ? [] : stock.offers
  const order = [...new Set([...own.map(({ method }) => method), ...payMethods])]
  return order.flatMap((method) => {
    const processorId = own.find((offer) => offer.method === method)?.processorId ?? ''
    const options = processors.filter(
      ({ id, origin, retired, currencies, methods }) =>
        origin === 'database' &&
        retired == null &&
        (id === processorId ||
          (currencies.includes(stock.currency) &&
            methods.includes(method) &&
            takesCurrency(method, stock.currency))),
    )
    return options.length === 0
      ? []
      : [{ method, processorId, options: options.map(({ id, label, isLive }) => ({ id, label, isLive })) }]
  })
}

/** What travels: the methods for which somebody was chosen. */
export const chosenOf = (
  choices: readonly Choice[],
): { readonly method: PayMethod; readonly processorId: string }[] =>
  choices.flatMap(({ method, processorId }) => (processorId === '' ? [] : [{ method, processorId }]))
