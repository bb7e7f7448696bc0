import { offerBox, reopenAppeal, requestAvailability } from '@stowage/api/support'
import { expect, test } from 'vitest'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallCompany, createSmallStock } from '../../testing/small-stock.ts'
import { composeMail } from './compose-mail.ts'
import { renderMail, type MailData } from './mails/index.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running

test('who waits is written to by the stock, with a link that has place and size chosen; taken back, nothing goes out', async () => {
  await createSmallCompany({ platform, catalog: modules.catalog })
  const { stockId, cityId } = await createSmallStock({ platform, catalog: modules.catalog })
  const email = 'kasia@nowhere.example'
  const wish = { name: '<b>Kasia</b>', email, privacy: true as const, stock: stockId, size: 'm' }
  const { id } = (await people.visitor.call(requestAvailability, { body: wish })).body
  await people.adam.call(offerBox, { params: { id } })
  await world.settle()
  const mail = await platform.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  const compose = async () =>
    await composeMail(platform, {
      id: mail.id,
      kind: mail.kind,
      recipient: email,
      language: 'pl',
      data: mail.data as Record<string, unknown>,
      attempts: 0,
    })
  const letter = await compose()
  if (letter === undefined) throw new Error('no letter')
  expect(letter.data).toMatchObject({
    stockName: 'Berlin Mitte',
    size: 'm',
    url: `${platform.config.publicUrl}/book?stockId=${stockId}&city=${cityId}&size=m`,
  })
  expect(letter.common).toMatchObject({ reader: null, siteName: 'Berlin Mitte' })
  const { html } = await renderMail(
    'boxFree',
    { ...letter.common, ...(letter.data as MailData['boxFree']) },
    'pl',
  )
  expect(html).not.toContain('Kasia')
  await people.adam.call(reopenAppeal, { params: { id } })
  expect(await compose()).toBeUndefined()
})
