import { appealFacts, offeringFacts } from './appeal-mail-view.ts'
import { text, type Composers } from './letter.ts'

export const supportMails = {
  boxFree: async ({ db, config }, mail) => {
    const stockId = text(mail, 'stockId')
    const asked = await appealFacts(db, text(mail, 'appealId'))
    const offering = await offeringFacts(db, stockId)
    // Taken back before the mail went out: nothing is offered any more.
    if (!asked || !offering || asked.offerEndsAt === null) return undefined
    const way = new URLSearchParams({ stockId, city: offering.cityId })
    if (asked.sizeGroup !== null) way.set('size', asked.sizeGroup)
    return {
      common: {
        brand: offering.brand,
        siteName: offering.stockName,
        // Anybody may type a name and an address: what he typed is not said to who has that address.
        reader: null,
        imprint: {
          name: offering.sellerName,
          address: offering.sellerAddress,
          country: offering.sellerCountry,
          taxNumber: offering.sellerTaxNumber,
          phone: offering.sellerPhone,
          email: offering.sellerEmail,
          hours: offering.hours,
        },
      },
      data: {
        stockName: offering.stockName,
        address: offering.address,
        size: asked.sizeGroup,
        until: asked.offerEndsAt.toString(),
        timeZone: offering.timeZone,
        url: `${config.publicUrl}/book?${way.toString()}`,
      },
      attachments: [],
    }
  },
} satisfies Partial<Composers>
