import fs from 'node:fs'
import path from 'node:path'

export type DocsLanguage = 'en' | 'de' | 'ru'

/** Whom a part of the documentation is for, and what he reads in which order. Files as they lie in `docs`. */
export interface Chapter {
  readonly key: string
  readonly language: DocsLanguage
  readonly title: string
  /** The first one is where the chapter begins. */
  readonly groups: readonly { readonly title: string | null; readonly files: readonly string[] }[]
}

const TENANT_PAGES = ['index', 'rent', 'documents', 'open', 'pay', 'automatic', 'stay-or-leave', 'account']

const tenants = (language: DocsLanguage, title: string): Chapter => ({
  key: 'tenants',
  language,
  title,
  groups: [
    {
      title: null,
      files: TENANT_PAGES.map((name) =>
        language === 'en' ? `guides/tenants/${name}.md` : `guides/tenants/${language}/${name}.md`,
      ),
    },
  ],
})

/** Every page belongs to one chapter; what is listed nowhere fails the build. */
export function chaptersOf(docs: string): readonly Chapter[] {
  const all = (folder: string, first: readonly string[] = []): string[] => {
    const names = fs.readdirSync(path.join(docs, folder)).filter((name) => name.endsWith('.md'))
    return [...first, ...names.filter((name) => !first.includes(name)).sort()].map(
      (name) => `${folder}/${name}`,
    )
  }
  const guides = (folder: string, ...names: readonly string[]): string[] =>
    names.map((name) => `guides/${folder}/${name}.md`)
  const operations = (...names: readonly string[]): string[] => names.map((name) => `operations/${name}.md`)
  return [
    tenants('en', 'Tenants'),
    tenants('de', 'Für Mieter'),
    tenants('ru', 'Арендаторам'),
    {
      key: 'staff',
      language: 'en',
      title: 'Staff',
      groups: [
        { title: null, files: guides('staff', 'index', 'day') },
        { title: 'Setting up', files: guides('staff', 'first-company', 'prices', 'plan', 'roles') },
        { title: 'Tenants', files: guides('staff', 'identity', 'booking', 'contracts', 'leaving') },
        {
          title: 'Money',
          files: guides('staff', 'payments', 'failed-payments', 'credits', 'late-payers', 'bank', 'month'),
        },
        { title: 'The house', files: guides('staff', 'doors', 'messages', 'reports', 'personal-data') },
      ],
    },
    {
      key: 'installers',
      language: 'en',
      title: 'Installers',
      groups: [
        { title: null, files: guides('installers', 'index', 'before', 'on-site', 'hand-over', 'repairs') },
        { title: 'To look things up', files: operations('site-hardware', 'site-agent') },
      ],
    },
    {
      key: 'operators',
      language: 'en',
      title: 'Operators',
      groups: [
        {
          title: null,
          files: [
            ...guides('operators', 'index'),
            ...operations(
              'install',
              'many-servers',
              'settings',
              'backup',
              'export-and-import',
              'upgrade',
              'monitoring',
              'events',
            ),
          ],
        },
        {
          title: 'Money',
          files: operations('payment-processors', 'paykeeper', 'stripe', 'bank-transfers', 'direct-debits'),
        },
        {
          title: 'Beside others',
          files: operations('management-system', 'api', 'sms', 'privacy', 'security'),
        },
        { title: 'Figures', files: operations('performance', 'proof') },
      ],
    },
    {
      key: 'developers',
      language: 'en',
      title: 'Developers',
      groups: [
        { title: null, files: [...guides('developers', 'index', 'tests'), 'demo.md', 'glossary.md'] },
        { title: 'Modules', files: all('modules') },
        { title: 'Protocols', files: all('protocols', ['lsp.md']) },
        { title: 'Decisions', files: all('decisions', ['README.md']) },
      ],
    },
  ]
}

/** The page on which somebody arrives. */
export const START = 'index.md'
