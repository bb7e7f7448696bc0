import {
  accountForBooking,
  deviceName,
  resetCodeFor,
  signInOf,
  type ChangedBy,
  type SecurityChange,
} from '../accounts/index.ts'
import { keptPapers } from '../contracts/index.ts'
import { text, toReader, type Composers } from './letter.ts'
import { companyFacts } from './news-view.ts'
import { readerFacts, rejectedDocuments } from './mail-facts-view.ts'

/** How long a link for a new password works, said in its mail. */
const RESET_MINUTES = 60

export const accountMails = {
  documentsNeeded: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const kinds = facts && (await accountForBooking(platform.db, facts.accountId))?.missingDocuments
    // Handed in meanwhile.
    if (!facts || !kinds || kinds.length === 0) return undefined
    return toReader(facts, { kinds, url: `${platform.config.publicUrl}/users/${facts.accountId}` })
  },
  accountCreated: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const { publicUrl } = platform.config
    return (
      facts &&
      toReader(facts, {
        email: facts.email,
        loginUrl: `${publicUrl}/login?email=${encodeURIComponent(facts.email)}`,
        bookUrl: `${publicUrl}/book`,
      })
    )
  },
  passwordReset: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const code = resetCodeFor(platform, text(mail, 'resetId'))
    return (
      facts &&
      toReader(facts, {
        url: `${platform.config.publicUrl}/reset-password#code=${encodeURIComponent(code)}`,
        validMinutes: RESET_MINUTES,
      })
    )
  },
  newSignIn: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const seen = facts && (await signInOf(platform.db, text(mail, 'familyId')))
    // Ended and forgotten since.
    if (!facts || !seen) return undefined
    return toReader(facts, {
      device: deviceName(seen.userAgent),
      address: seen.address,
      at: seen.firstSeenAt.toString(),
      url: `${platform.config.publicUrl}/users/${facts.accountId}`,
    })
  },
  accountSecurity: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const what = text(mail, 'what') as SecurityChange
    return (
      facts &&
      toReader(facts, {
        what,
        by: text(mail, 'by') as ChangedBy,
        at: text(mail, 'at'),
        url: what === 'email' ? null : `${platform.config.publicUrl}/users/${facts.accountId}`,
      })
    )
  },
  /** To an address that no account has any more: nothing but what the law keeps is said. */
  dataErased: async (platform, mail) => {
    const accountId = text(mail, 'accountId')
    const facts = { accountId, email: mail.recipient, language: mail.language, reader: null }
    return toReader(
      { ...facts, ...(await companyFacts(platform.db)) },
      { ...(await keptPapers(platform.db, accountId)), url: `${platform.config.publicUrl}/` },
    )
  },
  kycRejected: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const documents = facts ? await rejectedDocuments(platform.db, facts.accountId) : []
    // Replaced meanwhile: nothing is left to complain about.
    if (!facts || documents.length === 0) return undefined
    return toReader(facts, { documents, url: `${platform.config.publicUrl}/users/${facts.accountId}` })
  },
  kycVerified: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    return facts && toReader(facts, { url: `${platform.config.publicUrl}/my-boxes` })
  },
} satisfies Partial<Composers>
