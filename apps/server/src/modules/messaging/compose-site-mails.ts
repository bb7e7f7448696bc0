import { text, toReader, type Composers } from './letter.ts'
import { readerFacts, stockFacts } from './mail-facts-view.ts'

const offReasons = ['failures', 'gone', 'secret'] as const

export const siteMails = {
  boxForced: async ({ db, config }, mail) => {
    const stockId = text(mail, 'stockId')
    const facts = await readerFacts(db, text(mail, 'accountId'))
    const stock = await stockFacts(db, stockId)
    if (!facts || !stock) return undefined
    const letter = toReader(facts, {
      name: text(mail, 'name'),
      stockName: stock.name,
      openedAt: text(mail, 'at'),
      timeZone: stock.timeZone,
      url: `${config.publicUrl}/stocks/${stockId}/history`,
    })
    return { ...letter, common: { ...letter.common, siteName: stock.name } }
  },
  pinVoided: async ({ db, config }, mail) => {
    const facts = await readerFacts(db, text(mail, 'accountId'))
    const stock = await stockFacts(db, text(mail, 'stockId'))
    if (!facts || !stock) return undefined
    const url = `${config.publicUrl}/users/${facts.accountId}#pin`
    return toReader(facts, { stockName: stock.name, url })
  },
  webhookOff: async ({ db, config }, mail) => {
    const facts = await readerFacts(db, text(mail, 'accountId'))
    if (!facts) return undefined
    return toReader(facts, {
      name: text(mail, 'name'),
      target: text(mail, 'url').replace(/^https?:\/\//, ''),
      reason: offReasons.find((reason) => reason === text(mail, 'reason')) ?? 'failures',
      url: `${config.publicUrl}/webhooks?webhook=${text(mail, 'webhookId')}`,
    })
  },
} satisfies Partial<Composers>
