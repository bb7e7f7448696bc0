import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text as said } from './entities/answer.ts'
import { ClosingPreview, ClosingTotals, Contract } from './entities/contracts.ts'
import { email, pathId, text } from './fields.ts'

/** The right of withdrawal without a login: two steps, a receipt by mail (decision 17). */
export const askWithdrawal = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'withdrawals',
  notWhileImpersonating: true,
  summary: 'Ask for the link to withdraw from a contract; answers alike whatever is known',
  access: 'public',
  body: z.object({ contractNumber: text(1, 40), email: email() }),
  errors: [1003, 1005, 9129],
})
const code = () => text(1, 200)
export const previewWithdrawal = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'withdrawals/preview',
  summary: 'What withdrawing now would come to, by the code of the mail',
  access: 'public',
  body: z.object({ code: code() }),
  answer: z.object({
    contractNumber: said(),
    unitNumber: said(),
    stockName: said(),
    signedOn: said(),
    /** The last day of the right. */
    until: said(),
    startDate: said(),
    hasBegun: z.boolean(),
    isPaid: z.boolean(),
    refusal: maybe(z.enum(['notRunning', 'business', 'external', 'late'])),
    /** null where nothing was paid yet, or it is refused. */
    settlement: z.nullable(ClosingPreview),
  }),
  errors: [9001],
})
export const confirmWithdrawal = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'withdrawals/confirm',
  notWhileImpersonating: true,
  summary: 'Withdraw from the contract; the receipt is mailed',
  access: 'public',
  body: z.object({ code: code(), shown: z.optional(z.nullable(ClosingTotals)) }),
  answer: z.object({
    contractNumber: said(),
    unitNumber: said(),
    receivedAt: said(),
    timeZone: said(),
    currency: said(),
    owed: z.int(),
    payout: z.int(),
    /** false: our billing of it had stopped, what goes back is told later. */
    isSettled: z.boolean(),
    /** The box was his already: things may be inside. */
    mayBeInside: z.boolean(),
  }),
  errors: [9001, 9109, 9127],
})
/** The box of a contract that was withdrawn from is empty: it is free again. */
export const clearBox = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'stocks/{stockId}/contracts/{contractId}/cleared',
  summary: 'Free the box of a contract that was withdrawn from',
  access: [],
  params: z.object({ stockId: pathId(), contractId: pathId() }),
  answer: Contract,
  errors: [9104, 9109],
})
