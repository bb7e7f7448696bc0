import { expect, test } from 'vitest'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { mapRoles } from '@stowage/domain/map-object'
import { drawingTools, newObject } from './new-object.ts'
import { asRole, givenFor, roleOf } from './roles.ts'

test('whatever a tool has made can be any thing of the house, and is kept so', () => {
  for (const type of drawingTools.filter((one) => one !== 'image')) {
    for (const role of mapRoles) {
      const object = asRole(newObject(type, { x: 1, y: 2 }, 'Lift'), role)
      expect(roleOf(object)).toBe(role)
      const { objects, problems } = cleanMapObjects([{ ...object, width: 20, height: 20 }])
      expect(problems).toEqual([])
      expect(objects[0]?.role).toBe(role)
    }
  }
})

test('a rectangle that becomes a wall no longer hides the plan, and one with colours of its own keeps them', () => {
  const made = newObject('rectangle', { x: 0, y: 0 }, '')
  const wall = asRole(made, 'wall')
  expect(wall).toMatchObject({ fill: 'none', stroke: '#57544e', strokeWidth: 6 })
  expect(asRole(wall, 'lift')).toMatchObject({ fill: '#ffffff', role: 'lift' })
  expect(asRole({ ...made, fill: '#123456' }, 'wall')).toMatchObject({ fill: '#123456', role: 'wall' })
  expect(asRole(wall, 'wall')).toBe(wall)
  expect('role' in asRole(wall, null)).toBe(false)
})

test('a tool that draws a gate draws what is a gate', () => {
  expect({ ...newObject('rectangle-with-text', { x: 0, y: 0 }, ''), ...givenFor('gate') }).toMatchObject({
    role: 'gate',
    type: 'rectangle-with-text',
    stroke: '#045c62',
  })
})
