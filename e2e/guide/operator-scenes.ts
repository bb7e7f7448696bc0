import { demo } from '../people.ts'
import type { Scene } from './scene.ts'

const office = { as: demo.superUser, device: 'desk' } as const

/** What operators and developers look at. */
export const operatorScenes: readonly Scene[] = [
  { ...office, name: 'system', at: '/system' },
  { ...office, name: 'processors', at: '/payment-processors' },
  { ...office, name: 'developers', at: '/developers' },
]
