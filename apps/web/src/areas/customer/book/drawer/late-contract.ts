/** A chunk of its own: most people never see it. */
export { PendingContract } from '../../../../features/contracts/index.ts'
