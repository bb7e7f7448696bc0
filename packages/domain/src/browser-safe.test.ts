import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('.', import.meta.url)
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const importsOf = (name: string) =>
  [...textOf(name).matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gms)].map(
    ([, from]) => from ?? '',
  )
const isSafe = (name: string) => textOf(name).includes('afe for the browser')

it('imports nothing but its own files', () => {
  for (const name of sources) {
    for (const from of importsOf(name)) expect(from, name).toMatch(/^\.\/[a-z-]+\.(ts|json)$/)
  }
})

it('says "safe for the browser" only where no Temporal is reached, through imports either', () => {
  expect(sources.filter(isSafe).length).toBeGreaterThan(8)
  const seen = new Set<string>()
  const visit = (name: string, through: string) => {
    if (seen.has(name)) return
    seen.add(name)
    expect(textOf(name), `${name}, through ${through}`).not.toMatch(/\bTemporal\./)
    for (const from of importsOf(name)) visit(from.slice(2), name)
  }
  for (const name of sources.filter(isSafe)) visit(name, name)
})

it('reads no clock and rolls no dice', () => {
  for (const name of sources)
    expect(textOf(name), name).not.toMatch(/Temporal\.Now|Date\.now|new Date|Math\.random|crypto/)
})
