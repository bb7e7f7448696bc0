import type { MyBox, MyStock } from './my-box.ts'

/** A tenant's box as the server tells it, for tests: runs, is paid, opens. */
export function aBox(
  unitNumber: string,
  given: Partial<MyBox> & { readonly status?: MyBox['contract']['status']; readonly overdue?: number } = {},
): MyBox {
  const { status = 'active', overdue = 0, ...box } = given
  const contract = {
    id: `contract of ${unitNumber}`,
    boxId: `id of ${unitNumber}`,
    unitNumber,
    status,
    overdue,
  } as MyBox['contract']
  return {
    id: `id of ${unitNumber}`,
    unitId: `id of ${unitNumber}`,
    unitNumber,
    size: 6,
    unit: 'm2',
    contract,
    lockStatus: 'closed',
    lockSince: null,
    paidAhead: 22,
    isExtended: false,
    opening: { opens: true, code: null, message: null, warning: null },
    ...box,
  }
}

export function aStock(boxes: readonly MyBox[]): MyStock {
  const stock = { id: 'stock', name: 'Пресня', timeZone: 'Europe/Moscow' } as MyStock['stock']
  return {
    stock,
    accountBalance: 0,
    debt: 0,
    overdue: 0,
    isOpenNow: true,
    isOk: true,
    equipment: [],
    boxes: [...boxes],
    reservations: [],
  }
}
