import * as api from '@stowage/api/company-exports'
import { machineNow } from '../../../platform/clock.ts'
import { forgetStray } from '../../../platform/files/forget-stray.ts'
import { route, sent, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Job } from '../../../platform/ticker.ts'
import { askCompanyExport, deleteCompanyExport, linkCompanyExport, sendCompanyExport } from './ask-export.ts'
import { latestExports } from './export-list-view.ts'
import { EXPORTS_FOLDER } from './export-pieces.ts'
import { namedPieces } from './export-store.ts'
import { makeExports } from './make-export.ts'

/** The whole company as an archive, on the screen (decision record 300). */
export function companyExportRoutes(platform: Platform): Route[] {
  return [
    route(api.listCompanyExports, async () => await latestExports(platform.db)),
    route(api.askCompanyExport, async (call) => await askCompanyExport(platform, call)),
    route(api.linkCompanyExport, async (call) => await linkCompanyExport(platform, call)),
    route(api.companyExportFile, async (call) => {
      await sendCompanyExport(platform, call)
      return sent
    }),
    route(api.deleteCompanyExport, async (call) => await deleteCompanyExport(platform, call)),
  ]
}

export function companyExportJobs(platform: Platform): Job[] {
  const { db, files } = platform
  return [
    {
      name: 'make-company-exports',
      everySeconds: 5,
      run: async (stopping) => await makeExports(platform, stopping),
    },
    {
      name: 'forget-stray-exports',
      everySeconds: 3600,
      run: async () =>
        await forgetStray(files, EXPORTS_FOLDER, async (keys) => await namedPieces(db, keys), machineNow()),
    },
  ]
}
