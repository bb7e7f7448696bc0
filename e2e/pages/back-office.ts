import { expect, type Locator } from '@playwright/test'
import type { Visitor } from '../journey.ts'

/** Finds an account by its address and opens it. */
export async function openAccount({ page, say }: Visitor, email: string): Promise<void> {
  await page.goto(`/users?search=${encodeURIComponent(email)}`)
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/users\/\w+$/)
  await expect(page.getByText(say('backoffice.kyc.title')).first()).toBeVisible()
}

/** Looks at the documents and verifies the account that is shown. */
export async function verifyAccount({ page, say }: Visitor): Promise<void> {
  await page.getByRole('button', { name: say('backoffice.kyc.verify'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('backoffice.kyc.verify'), exact: true }).click()
  await expect(page.getByRole('button', { name: say('backoffice.kyc.cancelVerification') })).toBeVisible()
}

/** The lock of the box whose page is shown, as its pill says it. */
export function lockSign({ page, say }: Visitor, state: 'opened' | 'closed'): Locator {
  return page
    .getByRole('main')
    .getByTitle(new RegExp(`^${say(`mybox.lock.${state}Plain`)}`))
    .getByText(say(`mybox.lock.${state}`), { exact: true })
}
