import { expect, test } from 'vitest'
import { textOf } from './read-table.ts'

test('a table is read as its spreadsheet wrote it', () => {
  expect(textOf(new TextEncoder().encode('Размер;Größe'), 'ru')).toBe('Размер;Größe')
  // "Размер" in windows-1251, "Größe" in windows-1252, "Piętro" in windows-1250.
  expect(textOf(Uint8Array.of(0xd0, 0xe0, 0xe7, 0xec, 0xe5, 0xf0), 'ru')).toBe('Размер')
  expect(textOf(Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65), 'de')).toBe('Größe')
  expect(textOf(Uint8Array.of(0x50, 0x69, 0xea, 0x74, 0x72, 0x6f), 'pl')).toBe('Piętro')
  expect(textOf(Uint8Array.of(0xff, 0xfe, 0x41, 0x00), 'en')).toBe('A')
})
