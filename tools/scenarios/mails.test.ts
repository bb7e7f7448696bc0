import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { updateUser } from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import { languages } from '@stowage/texts/language.ts'
import { startMailbox, type Mailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHOICE, openHouse, type House, type Marked } from './house.fixture.ts'

let mailbox: Mailbox
let house: House
beforeAll(async () => {
  mailbox = await startMailbox()
  house = await openHouse({ config: { smtpUrl: mailbox.smtpUrl, publicUrl: 'https://stowage.example' } })
  await house.world.running.platform.db
    .updateTable('seller')
    .set({ iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bank_name: 'Berliner Sparkasse' })
    .execute()
})
afterAll(async () => {
  await house.close()
  await mailbox.close()
})

const about = (person: Pick<Marked, 'email'>, subject: RegExp) =>
  mailbox.list().filter((mail) => mail.to.includes(person.email) && subject.test(mail.subject))
const speak = async (person: Marked, language: string): Promise<void> => {
  expect((await person.call(updateUser, { params: { id: person.id }, body: { language } })).errors).toEqual(
    [],
  )
}
const transfer = async (person: Marked, documentId: string) =>
  await person.call(payDocument, { body: { documentId, processor: 'bankTransfer' } })

const TRANSFER = { ru: /перевод/i, en: /bank transfer/, de: /überweis/i, pl: /przelew/i }
const DOCUMENTS = { ru: /документ/i, en: /documents/, de: /(Dokument|Unterlagen)/, pl: /dokument/i }

test.each(languages)('%s: who chooses to pay by transfer is told where to, once a day', async (language) => {
  const person = await house.tenant(false)
  await speak(person, language)
  await house.world.settle()
  expect((await transfer(person, person.documentId)).body).toMatchObject({ status: 'waiting' })
  await transfer(person, person.documentId)
  await house.world.settle()
  const mails = about(person, TRANSFER[language])
  expect(mails).toHaveLength(1)
  const { text, html, attachments } = mails[0] ?? { text: '', html: '', attachments: [] }
  const reference = await referenceOf(person.documentId)
  const iban = 'DE02 1203 0000 0000 2020 51'
  // Its groups stand apart by spaces that do not break.
  for (const said of [iban, 'BYLADEM1001', reference, person.unitNumber]) {
    expect(text.replaceAll('\u00a0', ' ')).toContain(said)
    expect(html.replace(/&nbsp;|\u00a0/g, ' ')).toContain(said)
  }
  expect(attachments.map((one) => one.mimeType)).toContain('application/pdf')
})

test('who has paid before the mail could go is not asked to transfer anything', async () => {
  const person = await house.tenant(false)
  await transfer(person, person.documentId)
  await house.people.sofia.call(payDocument, { body: { documentId: person.documentId, processor: 'manual' } })
  await house.world.settle()
  expect(about(person, TRANSFER.en)).toEqual([])
  expect(about(person, TRANSFER.ru)).toEqual([])
})

test.each(languages)(
  '%s: a superUser books for somebody without documents: he is asked for them',
  async (language) => {
    const person = await house.person()
    await speak(person, language)
    const box = house.freeBox()
    const booked = await house.people.sofia.call(bookBox, {
      body: {
        stockId: house.stock.stockId,
        boxId: box.id,
        ...CHOICE,
        userId: person.id,
        paymentMethod: 'bankTransfer',
      },
    })
    expect(booked.errors).toEqual([])
    await house.world.settle()
    const mails = about(person, DOCUMENTS[language])
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).toContain(`https://stowage.example/users/${person.id}`)
  },
)

const CORRECTED = { ru: /исправлен/, en: /corrected/, de: /berichtigt/, pl: /Korekta/ }

test.each(languages)(
  '%s: an invoice is corrected: its tenant is told by how much and why, with the paper',
  async (language) => {
    const person = await house.tenant()
    await speak(person, language)
    const { sofia } = house.people
    const id = person.documentId
    const shown = (await sofia.call(previewCreditNote, { params: { id }, body: {} })).body
    const made = await sofia.call(issueCreditNote, {
      params: { id },
      body: { reason: 'Regal 4 = «nass»', shown: { gross: shown.gross, left: shown.left } },
    })
    expect(made.errors).toEqual([])
    await house.world.settle()
    const mails = about(person, CORRECTED[language])
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Regal 4 = «nass»')
    expect(mails[0]?.attachments).toHaveLength(1)
  },
)

test('who has handed them in is not asked', async () => {
  const person = await house.tenant()
  await house.world.settle()
  expect(about(person, /./).length).toBeGreaterThan(0)
  expect(about(person, DOCUMENTS.ru)).toEqual([])
})

/** What a transfer for a document names. */
const referenceOf = async (id: string): Promise<string> => {
  const { payment_number: number } = await house.world.running.platform.db
    .selectFrom('document')
    .select('payment_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return spacedReference(creditorReference(number))
}
