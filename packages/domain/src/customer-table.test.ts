import { expect, test } from 'vitest'
import { readCustomerTable } from './customer-table.ts'

test('a number with its brackets and spaces is taken as every form takes it', () => {
  const { rows } = readCustomerTable(
    'E-Mail;Telefon\na@example.com;+49 (0)170 555 01 23\nb@example.com;+49 30 5550142\nc@example.com;\n',
  )
  expect(rows.map(({ customer, problems }) => [customer.phone, problems])).toEqual([
    ['+491705550123', []],
    ['+49 30 5550142', []],
    [null, []],
  ])
  // What stood in the cell is what its reader looks for.
  expect(rows[0]?.typed('phone')).toBe('+49 (0)170 555 01 23')
})
