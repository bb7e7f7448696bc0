import { bundleWithin, countOfMonth } from '../billing/index.ts'
import { text, toReader, type Composers } from './letter.ts'
import { readerFacts, stockFacts } from './mail-facts-view.ts'

export const billsMails = {
  monthlyBills: async (platform, mail) => {
    const { db, config } = platform
    const [stockId, month] = [text(mail, 'stockId'), text(mail, 'month')]
    const facts = await readerFacts(db, text(mail, 'accountId'))
    const stock = await stockFacts(db, stockId)
    const count = await countOfMonth(db, { stockId, month })
    if (!facts || !stock || count === 0) return undefined
    const archive = await bundleWithin(
      platform,
      { stockId, month, language: mail.language, timeZone: stock.timeZone },
      config.mailAttachmentMegabytes * 1_000_000,
    )
    const url = `${config.publicUrl}/monthly-bills?stockId=${stockId}&month=${month}`
    // Whoever asked may have named somebody else's address.
    const letter = toReader(
      { ...facts, reader: null },
      { stockName: stock.name, month, count, url: archive ? null : url },
    )
    const fileName = `${stock.code}-${month}.zip`
    return {
      ...letter,
      common: { ...letter.common, siteName: stock.name },
      attachments: archive ? [{ fileName, contentType: 'application/zip', content: archive }] : [],
    }
  },
} satisfies Partial<Composers>
