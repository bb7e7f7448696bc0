import { limits } from '@stowage/domain/limits'
import { money } from '@stowage/domain/money'
import { transferFacts, withdrawalCode } from '../contracts/index.ts'
import { atStock, boxOf, contractUrl, invoiceOf, text, type Composers } from './letter.ts'
import { contractFacts, documentsOfMove } from './mail-facts-view.ts'
import type { MailData } from './mails/index.ts'

/** Mails about turns in a contract's life. */
export const lifeMails = {
  contractMoved: async (platform, mail) => {
    const { db } = platform
    const move = await transferFacts(db, text(mail, 'transferId'))
    const facts = move && (await contractFacts(db, move.contractId))
    if (!facts || !move) return undefined
    const papers = await documentsOfMove(db, move.contractId, move.at)
    const sum = (field: 'gross' | 'debt'): number => papers.reduce((all, paper) => all + paper[field], 0)
    const [debt, gross] = [sum('debt'), sum('gross')]
    const owed = papers.find((paper) => paper.debt > 0)
    const data: MailData['contractMoved'] = {
      box: { ...boxOf(facts, facts.number), ...move.box },
      unitNumberBefore: move.unitNumberBefore,
      day: move.firstDay,
      outcome: debt > 0 ? 'owed' : gross < 0 ? 'balance' : 'even',
      amount: money(debt > 0 ? debt : Math.max(0, -gross), facts.currency),
      url:
        owed === undefined ? `${platform.config.publicUrl}/my-boxes` : contractUrl(platform, facts, owed.id),
    }
    const attachments = []
    for (const { id } of papers) attachments.push(...(await invoiceOf(platform, id, facts.language)))
    return atStock(facts, data, attachments)
  },
  withdrawalAsked: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    const code = withdrawalCode(platform, text(mail, 'requestId'))
    return (
      facts &&
      atStock(facts, {
        box: boxOf(facts, facts.number),
        url: `${platform.config.publicUrl}/withdraw#code=${encodeURIComponent(code)}`,
        validHours: limits.withdrawal.linkHours,
      })
    )
  },
  withdrawalReceived: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    if (!facts?.withdrawnAt) return undefined
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      receivedAt: facts.withdrawnAt.toString(),
      timeZone: facts.timeZone,
      mayBeInside: text(mail, 'inside') === 'yes',
      isSettled: text(mail, 'settled') !== 'no',
      url: `${platform.config.publicUrl}/my-boxes`,
    })
  },
  moveOutOpened: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    return (
      facts &&
      atStock(facts, {
        box: boxOf(facts, facts.number),
        until: text(mail, 'until'),
        timeZone: facts.timeZone,
        url: `${platform.config.publicUrl}/my-boxes`,
      })
    )
  },
} satisfies Partial<Composers>
