import { listMailKinds, previewMail } from '@stowage/api/mail-previews'
import { languages } from '@stowage/texts/language.ts'
import { expect, test } from 'vitest'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
const page = async (url: string, headers: Record<string, string> = {}) =>
  await world.running.app.inject({ method: 'GET', url: `/api/mail-preview-page?${url}`, headers })

test('every kind of mail can be looked at in every language, by its token alone', async () => {
  const { body: kinds } = await people.sofia.call(listMailKinds)
  expect(kinds.length).toBeGreaterThan(30)
  for (const { kind } of kinds.slice(0, 3)) {
    for (const language of languages) {
      const { body } = await people.sofia.call(previewMail, { params: { kind }, query: { language } })
      expect(body).toMatchObject({ kind, language })
      const shown = await page(`preview=${body.preview}&token=${body.token}`)
      expect(shown.statusCode).toBe(200)
      expect(shown.headers['content-type']).toContain('text/html')
      expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
      expect(shown.body).toContain(`lang="${language}"`)
      // A token opens what it was made for.
      expect((await page(`preview=kycVerified.ru&token=${body.token}`)).statusCode).toBe(404)
    }
  }
})

test('what is no mail is not there', async () => {
  const asked = async (kind: string) =>
    await people.sofia.call(previewMail, { params: { kind }, query: { language: 'de' } })
  for (const kind of ['nothing', 'constructor', '__proto__']) expect((await asked(kind)).code).toBe(9104)
  expect((await page('preview=passwordReset.de')).statusCode).toBe(401)
})
