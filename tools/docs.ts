import { buildSite, SITE_FOLDER } from './docs/build-site.ts'

// `npm run docs`: the documentation as a site, in docs/dist; `npm start` and `npm run build` make it too.
const begin = performance.now()
try {
  const { pages } = buildSite()
  console.log(`${pages} pages in ${SITE_FOLDER} (${Math.round(performance.now() - begin)} ms)`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
