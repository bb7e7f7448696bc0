import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CompanyExport } from './entities/company-export.ts'
import { text } from './entities/answer.ts'
import { flag, pathId } from './fields.ts'
import { proof } from './proof.ts'

const one = z.object({ id: pathId() })
/** Everything of everybody: a person has to be there, and it has to be he. */
const guarded = {
  module: 'reports',
  access: [],
  notWhileImpersonating: true,
  notByKey: true,
} as const

export const listCompanyExports = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'company-exports',
  summary:
    'The latest exports of the whole company: what is being made, what can be downloaded, what became of the others',
  access: [],
  answer: z.array(CompanyExport),
})
export const askCompanyExport = endpoint({
  ...guarded,
  method: 'POST',
  path: 'company-exports',
  summary: 'Make an archive of the whole company, in the background; one at a time, by a proof of who asks',
  rateLimit: 'sensitive',
  /** Without it the files of identity documents stay out; their lines say that there are any. */
  body: z.object({ withIdentity: flag(), ...proof }),
  answer: CompanyExport,
  errors: [1002, 1003, 9141, 9144, 9184],
})
export const linkCompanyExport = endpoint({
  ...guarded,
  method: 'POST',
  path: 'company-exports/{id}/link',
  summary: 'A 60-second link to a finished archive of the company, by a proof of who asks',
  rateLimit: 'sensitive',
  params: one,
  body: z.object(proof),
  answer: z.object({ export: text(), token: text() }),
  errors: [1002, 1003, 9104, 9141, 9144, 9184],
})
export const companyExportFile = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'company-export-file',
  summary: 'A finished archive of the company: tar.gz, as the command `npm run export` writes it',
  access: [],
  kind: 'file',
  media: 'application/gzip',
  scopedBy: 'export',
  notByKey: true,
  notWhileImpersonating: true,
  query: z.object({
    export: pathId(),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [9104],
})
export const deleteCompanyExport = endpoint({
  ...guarded,
  method: 'DELETE',
  path: 'company-exports/{id}',
  summary: 'Delete an archive of the company now, or give up one that is being made',
  params: one,
  errors: [9104],
})
