import type { StripeAccount } from './account.ts'
import { openDispute } from './open-dispute.ts'
import { decideDebit } from './pay-intent.ts'
import { expireSession } from './pay-session.ts'
import type { Due } from './records.ts'
import { decideRefund } from './refund-charge.ts'

const EVERY_MS = 1000

/** Does everything whose time has come, in its order. */
export function runDue(account: StripeAccount): void {
  for (let due = account.books.takeDue(); due; due = account.books.takeDue()) act(account, due)
}

/** Looks by itself, as long as the account is open. @returns how to stop */
export function watchDue(account: StripeAccount): () => void {
  const timer = setInterval(() => runDue(account), EVERY_MS).unref()
  return () => clearInterval(timer)
}

function act(account: StripeAccount, { kind, id }: Due): void {
  const { books } = account
  switch (kind) {
    case 'debit': {
      const intent = books.intents.find(id)
      if (intent) decideDebit(account, intent)
      return
    }
    case 'refund':
    case 'refundFails': {
      const refund = books.refunds.find(id)
      if (refund) decideRefund(account, refund, kind === 'refund' ? 'succeeded' : 'failed')
      return
    }
    case 'disputeDebit':
    case 'disputeFraud': {
      const charge = books.charges.find(id)
      // Refunded or disputed by hand in the meantime.
      if (charge && !charge.disputed && !charge.refunded) openDispute(account, charge)
      return
    }
    case 'expire': {
      const session = books.sessions.find(id)
      if (session?.status === 'open') expireSession(account, session)
    }
  }
}
