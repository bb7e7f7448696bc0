import { money } from '@stowage/domain/money'
import { atStock, boxOf, text, type Composers } from './letter.ts'
import { contractFacts } from './mail-facts-view.ts'
import { riseFacts } from './rise-mail-view.ts'

export const riseMails = {
  rentRise: async (platform, mail) => {
    const rise = await riseFacts(platform.db, text(mail, 'riseId'))
    const facts = rise && (await contractFacts(platform.db, rise.contractId))
    if (!rise || !facts) return undefined
    const { from, rateBefore, rate, months, grossBefore, grossAfter, termUntil } = rise
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      from,
      rateBefore: money(rateBefore, rise.currency),
      rate: money(rate, rise.currency),
      months,
      grossBefore: money(grossBefore, rise.currency),
      grossAfter: money(grossAfter, rise.currency),
      termUntil,
      url: `${platform.config.publicUrl}/my-boxes`,
    })
  },
  rentRiseWithdrawn: async (platform, mail) => {
    const rise = await riseFacts(platform.db, text(mail, 'riseId'))
    const facts = rise && (await contractFacts(platform.db, rise.contractId))
    if (!rise || !facts) return undefined
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      from: rise.from,
      rateBefore: money(rise.rateBefore, rise.currency),
      rate: money(rise.rate, rise.currency),
      url: `${platform.config.publicUrl}/my-boxes`,
    })
  },
} satisfies Partial<Composers>
