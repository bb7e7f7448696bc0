import { describe, expect, it } from 'vitest'
import {
  builtInPermissions,
  can,
  permissions,
  permissionsOf,
  type Actor,
  type PlatformRole,
} from './roles.ts'

const actor = (
  platformRole: PlatformRole,
  alias: 'admin' | 'manager' | null,
  stockId: string | null = null,
): Actor => ({
  platformRole,
  permissions: permissionsOf(platformRole, alias === null ? null : { alias, permissions: [] }),
  stockId,
})

describe('permissions.json, column by column', () => {
  it.each(permissions)('%s: superUser and admin yes, client no', (permission) => {
    expect(can(actor('superUser', null), permission)).toBe(true)
    // Putting bank money to documents, and the figures of the company, are given to somebody in particular.
    expect(can(actor('staff', 'admin'), permission)).toBe(
      permission !== 'bank.match' && permission !== 'reports.read',
    )
    expect(can(actor('client', null), permission)).toBe(false)
  })
  it('manager: equipment, availability, connection and lock status only', () => {
    expect(permissions.filter((permission) => can(actor('staff', 'manager'), permission))).toEqual([
      'equipment.open',
      'stocks.availability',
      'stocks.connection',
      'boxes.lockStatus',
    ])
  })
  it('staff without a named role is a manager', () => {
    expect(permissionsOf('staff', null)).toEqual(builtInPermissions.manager)
  })
})

describe('custom roles', () => {
  it('bring their own list', () => {
    expect(permissionsOf('staff', { alias: 'night-shift', permissions: ['appeals.read'] })).toEqual([
      'appeals.read',
    ])
  })
  it('cannot widen a built-in role under its own alias', () => {
    expect(permissionsOf('staff', { alias: 'manager', permissions: ['boxes.read'] })).toEqual(
      builtInPermissions.manager,
    )
  })
  it('make no client into staff', () => {
    expect(permissionsOf('client', { alias: 'vip', permissions: ['boxes.read'] })).toEqual([])
    expect(can({ platformRole: 'client', permissions: ['boxes.read'], stockId: null }, 'boxes.read')).toBe(
      false,
    )
  })
  it('are not confused by names every object has', () => {
    expect(permissionsOf('staff', { alias: 'constructor', permissions: ['appeals.read'] })).toEqual([
      'appeals.read',
    ])
  })
})

describe('staff tied to a stock act there only', () => {
  it.each([
    ['A', 'A', true],
    ['A', 'B', false],
    [null, 'B', true],
    ['A', undefined, true],
  ])('tied to %s, thing of %s: %s', (tiedTo, stockId, expected) => {
    expect(can(actor('staff', 'admin', tiedTo), 'boxes.read', stockId)).toBe(expected)
  })
  it('a superUser is tied to none', () => {
    expect(can(actor('superUser', null, 'A'), 'boxes.read', 'B')).toBe(true)
  })
})
