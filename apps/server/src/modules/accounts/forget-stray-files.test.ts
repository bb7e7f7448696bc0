import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.ts'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

const folder = (): string => path.join(world.running.platform.config.dataDir, 'files', 'kyc')
function leave(name: string, days: number): void {
  const file = path.join(folder(), name)
  if (!fs.existsSync(file)) fs.writeFileSync(file, 'sealed')
  const at = Date.now() / 1000 - days * 86_400
  fs.utimesSync(file, at, at)
}

test('files that no document names go after a week; documents stay however old', async () => {
  const person = await createPerson(world, { email: 'stray@tenants.example' })
  await person.send('PUT', `users/${person.id}`, { passportFile: await draw('red') })
  const [former = ''] = fs.readdirSync(folder())
  const copy = fs.readFileSync(path.join(folder(), former))
  await people.sofia.send('PUT', `users/${person.id}/kyc/${person.id}_passport/reject`, {
    reason: 'unreadable',
  })
  await person.send('PUT', `users/${person.id}`, { passportFile: await draw('green') })
  // The former one is removed right after the commit, which the answer does not wait for.
  await expect.poll(() => fs.readdirSync(folder())).not.toContain(former)
  const [present = ''] = fs.readdirSync(folder())

  // What a crash leaves: a replaced document, a file whose row never came, half a file; and one that is just being written.
  fs.writeFileSync(path.join(folder(), former), copy)
  for (const name of [present, former, '01JD0000000000000000000000', `${former}.0123456789ab`]) leave(name, 8)
  leave('01JD0000000000000000000001', 6)
  await world.settle()
  expect(fs.readdirSync(folder()).sort()).toEqual(['01JD0000000000000000000001', present].sort())
  const photos = await person.send('GET', `users/${person.id}/photos`)
  expect(photos.body).toMatchObject({ passportFile: { type: 'image/png' } })
})
