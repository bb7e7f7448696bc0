import { expect, test } from 'vitest'
import { isSepaText, sepaText } from './sepa-text.ts'

test.each([
  ['Müller & Söhne GmbH', 'Mueller + Soehne GmbH'],
  ['Łukasz Żółć-Wąsik', 'Lukasz Zolc-Wasik'],
  ['Щербакова Юлия', 'Shcherbakova Iuliia'],
  ['Ελένη Ψαρρά', 'Eleni Psarra'],
  ['Ångström, Œuvre, Ærø', 'Angstroem, Oeuvre, Aero'],
  ['  two\tlines\nand   blanks ', 'two lines and blanks'],
  ['//begin/ /end//', 'begin/ /end'],
  ['a//b', 'a/b'],
  ['№ 5 · “quoted” – 100 %', "No 5 - 'quoted' - 100 ."],
  ['名前', '..'],
  ['İstanbul', 'Istanbul'],
])('%s is written %s', (text, expected) => expect(sepaText(text, 140)).toBe(expected))

test('a mark that stands apart is written like one that does not, and nothing is longer than it may be', () => {
  expect(sepaText('Mu\u0308ller', 140)).toBe('Mueller')
  expect(sepaText('ä'.repeat(100), 70)).toHaveLength(70)
})

test('whatever comes in, only letters of the set come out', () => {
  for (let code = 32; code < 0x3000; code += 1) {
    const written = sepaText(`x${String.fromCodePoint(code)}y`, 140)
    expect(isSepaText(written), `U+${code.toString(16)}: ${written}`).toBe(true)
  }
})
