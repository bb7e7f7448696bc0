import fs from 'node:fs/promises'
import { login } from '@stowage/api/accounts'
import { listContractInvoices } from '@stowage/api/billing'
import { unzip } from '../tools/testing/unzip.ts'
import { callerOf, formerTenant, timeZone } from './former-tenant.ts'
import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo, demoPassword, newPerson } from './people.ts'

test('a former tenant takes his data along and asks to be erased; a superUser erases him, and his invoice stays', async ({
  newVisitor,
  request,
  simulators,
  allowRefusal,
}) => {
  const person = newPerson('de')
  const today = await simulators.leaveMidnight(timeZone)
  const tenant = await formerTenant(request, person, 'de', today.toString())

  const own = await newVisitor('de')
  await signIn(own, person.email, person.password)
  await own.page.goto(`/users/${tenant.id}`)
  await own.page.getByRole('button', { name: own.say('privacy.download') }).click()
  const question = own.page.getByRole('dialog', { name: own.say('privacy.dialogTitle') })
  await own.look('privacy-export')
  const password = question.getByLabel(own.say('privacy.password'), { exact: true })
  allowRefusal(/data-export$/, 400)
  await password.fill('not-it-at-all')
  await question.getByRole('button', { name: own.say('privacy.download') }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(person.password)
  const download = own.page.waitForEvent('download')
  await question.getByRole('button', { name: own.say('privacy.download') }).click()
  const archive = unzip(await fs.readFile(await (await download).path()))
  const contracts = JSON.parse(archive.get('contracts.json')?.toString() ?? '') as {
    contract: { number: string }[]
  }
  expect(contracts.contract.map(({ number }) => number)).toEqual([tenant.contractNumber])
  expect(archive.get('LIESMICH.txt')?.toString()).toContain(person.lastName)
  expect([...archive.keys()].filter((name) => name.startsWith('identity/'))).toHaveLength(3)
  await own.page.getByRole('button', { name: own.say('privacy.ask'), exact: true }).click()
  await own.page
    .getByRole('dialog')
    .getByRole('button', { name: own.say('privacy.ask'), exact: true })
    .click()
  await expect(own.page.getByRole('button', { name: own.say('privacy.takeBack') })).toBeVisible()

  // His open page would be signed out with him, and say so call by call.
  await own.page.close()

  const officer = await newVisitor('ru')
  await signIn(officer, demo.superUser)
  await officer.page.goto(`/users/${tenant.id}`)
  await officer.page.getByRole('button', { name: officer.say('privacy.erase.button') }).click()
  const dialog = officer.page.getByRole('dialog')
  await expect(dialog).toContainText(officer.say('privacy.erase.stays'))
  await officer.look('privacy-erase')
  const submit = dialog.getByRole('button', { name: officer.say('privacy.erase.submit') })
  const email = dialog.getByRole('textbox', { name: officer.say('privacy.erase.email') })
  await email.fill(demo.client)
  await expect(submit).toBeDisabled()
  await email.fill(person.email)
  await submit.click()
  await expect(officer.page).toHaveURL(/\/users$/)

  allowRefusal(/auth\/login$/, 401)
  const refused = await request.post('/api/auth/login', {
    data: { email: person.email, password: person.password },
  })
  expect(refused.status()).toBe(401)
  const { token } = await callerOf(request)(login, {
    body: { email: demo.superUser, password: demoPassword },
  })
  const papers = await callerOf(request, token)(listContractInvoices, {
    params: { contractId: tenant.contractId },
  })
  expect(papers.map(({ invoiceNumber }) => invoiceNumber)).toContain(tenant.invoiceNumber)

  await officer.page.goto('/audit')
  await officer.page.getByRole('button', { name: officer.say('privacy.chain.button') }).click()
  await expect(officer.page.getByText(/Цепочка проверена/)).toBeVisible()
  await officer.look('audit-chain')
})
