import { updateBox } from '@stowage/api/boxes'
import { listBoxes } from '@stowage/api/catalog'
import type { CatalogDesk } from './catalog-desk.ts'
import type { SmallStock } from './small-stock.ts'

/** What tests of boxes ask and do at a stock: the one that `stock` answers at that moment. */
export function boxesOf({ sofia }: CatalogDesk, stock: () => SmallStock) {
  const listed = async (query: Record<string, string> = {}) => {
    const { body } = await sofia().call(listBoxes, {
      query: { stockId: stock().stockId, sort: 'number', ...query },
    })
    return 'items' in body ? body.items : body
  }
  return {
    /** The id of the box with this number. */
    box: (unitNumber: string): string => stock().boxes.find((one) => one.unitNumber === unitNumber)?.id ?? '',
    listed,
    numbers: async (): Promise<string[]> => (await listed()).map(({ unitNumber }) => unitNumber),
    put: async (id: string, body: Record<string, unknown>) =>
      await sofia().call(updateBox, { params: { id }, body }),
  }
}
