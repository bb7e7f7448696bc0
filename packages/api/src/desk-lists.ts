/** By which the lists of the desk are sorted, on the wire with `-` before it for the other way round; without their schemas, for the browser. */
export const contractOrders = ['end', 'number', 'client', 'stock'] as const
export const debtorOrders = ['debt', 'since', 'number', 'client', 'stock'] as const
export const unmailedOrders = ['due', 'number', 'client', 'stock'] as const
export const subscriptionOrders = ['since', 'number', 'client', 'stock'] as const
export const penaltyOrders = ['since', 'number', 'client'] as const
/** Where contracts of the penalties list stand: each day costs by now, or free days are left. */
export const penaltyStates = ['charged', 'free'] as const
