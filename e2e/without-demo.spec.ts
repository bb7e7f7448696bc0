import { first, test } from './own-house.ts'
import { expect } from './journey.ts'
import { signIn } from './pages/entrance.ts'

test('without the demo there is no console, and the first superuser finds an empty house', async ({
  empty,
  newVisitor,
  request,
}) => {
  for (const call of ['clock', 'mails', 'sites', 'payments'])
    expect((await request.get(`${empty}/simulators/api/${call}`)).status(), call).toBe(404)
  expect((await request.post(`${empty}/simulators/api/clock`, { data: { days: 1 } })).status()).toBe(404)

  const visitor = await newVisitor('de', { baseURL: empty })
  const { page, say } = visitor
  await page.goto('/simulators')
  await expect(page.getByText(say('shell.notFound.short'), { exact: true })).toBeVisible()
  await signIn(visitor, first.email, first.password)
  await expect(page).toHaveURL(`${empty}/`)
  await page.goto('/stocks')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.look('empty-stocks')
  await page.goto('/book')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.look('empty-book')
})
