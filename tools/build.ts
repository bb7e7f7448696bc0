import { buildHelpIfNeeded } from './start/build-help.ts'
import { buildWebIfNeeded } from './start/build-web.ts'

// `npm run build`: what `npm start` does by itself, for installations that are built in one place and run in another.
await buildWebIfNeeded()
await buildHelpIfNeeded()
