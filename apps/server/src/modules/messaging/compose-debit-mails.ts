import { money } from '@stowage/domain/money'
import type { Platform } from '../../platform/platform.ts'
import { debitFacts, formerKind, methodOf, type MethodFacts } from './debit-mail-view.ts'
import { atStock, boxOf, contractUrl, invoiceOf, text, type Composers } from './letter.ts'
import { contractFacts, type ContractFacts } from './mail-facts-view.ts'
import type { MailData, MailMandate, MailMethod } from './mails/index.ts'

const cancelledBy = ['tenant', 'staff', 'contractEnded', 'revoked'] as const

export const debitMails = {
  subscriptionActivated: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    const method = facts && (await methodOf(platform.db, facts.contractId))
    // Switched off again meanwhile, which another mail says.
    if (!facts || !method) return undefined
    const data = {
      box: boxOf(facts, facts.number),
      method: namedMethod(method),
      mandate: mandateOf(method),
      wording: method.wording,
      isOther: text(mail, 'isOther') === 'yes',
      url: pageUrl(platform, facts),
    }
    return atStock(facts, data)
  },
  subscriptionCancelled: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    if (!facts) return undefined
    const by = cancelledBy.find((one) => one === text(mail, 'by')) ?? 'staff'
    const kind = await formerKind(platform.db, facts.contractId)
    return atStock(facts, { box: boxOf(facts, facts.number), by, kind, url: pageUrl(platform, facts) })
  },
  debitAnnounced: async (platform, mail) => {
    const debit = await debitFacts(platform.db, text(mail, 'debitId'))
    const facts = debit && (await contractFacts(platform.db, debit.contractId))
    // Paid or given up since: nothing is going to be taken.
    if (!facts || !debit || debit.status !== 'planned') return undefined
    const data: MailData['debitAnnounced'] = {
      box: boxOf(facts, facts.number),
      amount: money(debit.amount, debit.currency),
      day: debit.dueOn,
      method: namedMethod(debit),
      mandate: mandateOf(debit),
      handedOn: debit.beginsOn < debit.dueOn ? debit.beginsOn : null,
      invoiceNumber: debit.invoiceNumber,
      url: contractUrl(platform, facts, debit.documentId),
    }
    return atStock(facts, data, await invoiceOf(platform, debit.documentId, facts.language))
  },
  debitDeclined: async (platform, mail) => {
    const debit = await debitFacts(platform.db, text(mail, 'debitId'))
    const facts = debit && (await contractFacts(platform.db, debit.contractId))
    if (!facts || !debit || debit.debt <= 0) return undefined
    const nextOn = text(mail, 'nextOn')
    const data: MailData['debitDeclined'] = {
      box: boxOf(facts, facts.number),
      amount: money(debit.debt, debit.currency),
      method: namedMethod(debit),
      reason: debit.reason,
      nextOn: nextOn === '' ? null : nextOn,
      isSuspended: text(mail, 'isSuspended') === 'yes',
      invoiceNumber: debit.invoiceNumber,
      payUrl: contractUrl(platform, facts, debit.documentId),
    }
    return atStock(facts, data, await invoiceOf(platform, debit.documentId, facts.language))
  },
} satisfies Partial<Composers>

const namedMethod = ({ kind, card }: MethodFacts): MailMethod => ({ kind, label: card })

const mandateOf = ({ mandate, creditor, creditorId }: MethodFacts): MailMandate | null =>
  mandate === null ? null : { reference: mandate, creditor, creditorId }

const pageUrl = (platform: Platform, facts: ContractFacts): string =>
  `${platform.config.publicUrl}/landing-page?user=${facts.accountId}&contract=${facts.contractId}`
