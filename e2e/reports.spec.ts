import fs from 'node:fs/promises'
import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

test('a superUser reads a report, narrows it, goes back, and takes the table along', async ({
  newVisitor,
}) => {
  const { page, say, look, ...visitor } = await newVisitor('de')
  await signIn({ page, say, look, ...visitor }, demo.superUser)
  await page.goto('/reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports.names.occupancy'))
  const list = page.getByRole('navigation', { name: say('reports.nav') })
  await list.getByRole('button', { name: say('reports.names.aged-debt') }).click()
  await expect(page).toHaveURL(/report=aged-debt/)
  const table = page.getByRole('region', { name: say('reports.names.aged-debt') })
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  await look('reports')

  await page.getByRole('button', { name: say('reports.download') }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: say('reports.asCsv') }).click()
  const written = await fs.readFile(await (await download).path(), 'utf8')
  expect(written).toContain(say('reports.ages.upTo30'))

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports.names.occupancy'))
})
