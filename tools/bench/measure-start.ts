import fs from 'node:fs'
import path from 'node:path'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { type Figure, valueFigure } from './figures.ts'
import type { House } from './house.ts'

const STARTS_AGAIN = 3

/** `npm start` in a fresh checkout, until it answers with the demo company in it; then on the data that are there. */
export async function measureStart(house: House): Promise<Figure[]> {
  const first = await house.start()
  await signIn(house.url)
  const again: number[] = []
  for (let round = 0; round < STARTS_AGAIN; round += 1) {
    await house.stop()
    again.push(await house.start())
  }
  return [
    valueFigure({
      name: 'npm start, empty folder, installed',
      values: [first],
      unit: 's',
      digits: 1,
      must: 60,
      note: 'web app built, demo filled',
    }),
    valueFigure({ name: 'npm start, data are there', values: again, unit: 's', digits: 1, must: 3 }),
  ]
}

/** The demo is filled when its people can sign in. */
async function signIn(url: string): Promise<void> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'client@stowage.example', password: DEMO_PASSWORD }),
  })
  if (reply.status !== 200)
    throw new Error(`the demo cannot be entered: ${reply.status} ${await reply.text()}`)
}

interface Locked {
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
}

/** What `npm ci --omit=dev` leaves on this kind of machine; of what is optional, what is installed. */
export function productionPackages(): Figure {
  const root = path.resolve(import.meta.dirname, '../..')
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const kept = Object.entries(packages).filter(
    ([place, { link, dev, devOptional, optional }]) =>
      place.includes('node_modules/') &&
      !link &&
      !dev &&
      !devOptional &&
      (!optional || fs.existsSync(path.join(root, place))),
  )
  return valueFigure({ name: 'packages of a production install', values: [kept.length], unit: '', must: 250 })
}
