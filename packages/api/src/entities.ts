/**
 * The entities of section 3 in our names, with the specification's names beside them, a file a module. Answers only: input
 * schemas stand with their endpoints. A field that a caller may not see is absent, hence the many optionals.
 */
export * from './entities/accounts.ts'
export { Page } from './entities/answer.ts'
export * from './entities/catalog.ts'
export * from './entities/maps.ts'
export * from './entities/billing.ts'
export * from './entities/contracts.ts'
export * from './entities/booking.ts'
export * from './entities/access.ts'
export * from './entities/sites.ts'
export * from './entities/messaging.ts'
