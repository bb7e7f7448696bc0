import fs from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileTexts } from './compile-texts.ts'
import { mantineStyles } from './mantine-styles.ts'
import { preloadPages } from './preload-pages.ts'
import { slimApi } from './slim-api.ts'

/** Latin letters and figures are on every page: their font begins to load with the page, not after its style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(file),
        )
        if (font === undefined) throw new Error('the latin font is not in the bundle')
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/**
 * Style sheets stand behind what the page shows by itself: in the head they would keep a slow line's first picture back. Those that
 * come later follow them there, for of two rules of equal weight the one further down counts.
 */
function paintFirst(): Plugin {
  const toHead = 'document.head.appendChild(link)'
  return {
    name: 'paint-first',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(toHead)) throw new Error('vite loads style sheets in another way than before')
        return { code: code.replace(toHead, 'document.body.appendChild(link)'), map: null }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>\n?/g) ?? []
        if (sheets.length === 0) throw new Error('the page names no style sheet')
        return sheets
          .reduce((rest, sheet) => rest.replace(sheet, ''), html)
          .replace('</body>', `${sheets.join('')}</body>`)
      },
    },
  }
}

/** The worker stands beside the page under a name that never changes: browsers look there for a newer one. It imports nothing. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle() {
      const source = stripTypeScriptTypes(fs.readFileSync('src/worker/sw.ts', 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

export default defineConfig({
  plugins: [
    mantineStyles(),
    slimApi(),
    compileTexts(),
    react(),
    preloadFont(),
    paintFirst(),
    preloadPages(),
    serviceWorker(),
  ],
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/socket': { target: 'ws://127.0.0.1:3000', ws: true } },
  },
  resolve: {
    alias: {
      // React has had the hook itself since 18; the shim is for those before.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    modulePreload: { polyfill: false },
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    // The policy allows no data: fonts, and small pictures gain nothing from being inside the script.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // An index only names what others may use: asking for one name must not load what stands behind the others.
        moduleSideEffects: [
          {
            test: /\/src\/(ui|client|i18n|features\/[^/]+|areas\/[^/]+\/[^/]+)\/index\.ts$/,
            sideEffects: false,
          },
        ],
      },
      output: {
        // What changes with our work is kept apart from what changes with an upgrade.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 9,
            },
            // What every page needs anyway: one file packs smaller than ten, and each file costs a visitor a way there and back.
            {
              name: 'base',
              tags: ['$initial'],
              test: /node_modules\/|mantine-foundation|\/src\/ui\/(foundation|layers)\./,
              priority: 8,
            },
            { name: 'app', tags: ['$initial'], priority: 7 },
            // Then the pages of arrival, each in one piece with its texts; what other pages use of them lies apart.
            {
              name: 'parts',
              test: /\/core\/esm\/components\/(Input|TextInput)\/|\/src\/ui\/(pill|segments|skeletons|states)\.tsx/,
              priority: 6,
            },
            { name: 'forms', test: /\/src\/ui\/(form-parts\.tsx|use-api-form\.ts)/, priority: 5 },
            { name: 'plans', test: /\/src\/features\/maps\/mini-plan\.tsx/, priority: 4 },
            { name: 'book', test: /\/customer\/book\/book-page\.tsx/, priority: 3 },
            { name: 'login', test: /\/customer\/entrance\/login-page\.tsx/, priority: 2 },
            {
              name: (id) => `booking-${/ui\/(..)\//.exec(id)?.[1] ?? ''}`,
              test: /\/texts\/src\/ui\/..\/(booking|maps)\.json/,
              priority: 1,
            },
            {
              name: (id) => `accounts-${/ui\/(..)\//.exec(id)?.[1] ?? ''}`,
              test: /\/texts\/src\/ui\/..\/(accounts|form)\.json/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
