import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Every job says how it takes rows, so that one row that fails keeps no other waiting.

const sources = globSync('apps/server/src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))

/** Rows that fail keep their state in the table of the module. */
const OWN_FAILURES: Readonly<Record<string, string>> = {
  'issue-due-invoices': 'billing plans: batches fall back to single plans, which are suspended with a reason',
  'deliver-events': 'event_delivery: attempts and a reason',
  'send-mails': 'mail: attempts, then failed',
  'send-bulk-mails': 'mail: attempts, then failed',
  'send-pushes': 'push: attempts',
  'send-sms': 'sms: attempts, then failed',
  'send-webhooks': 'webhook deliveries: attempts, then dead',
  'work-off-payment-messages': 'payment messages: attempts and next attempt',
  'match-bank-entries': 'bank entries: what cannot be matched is given to staff',
  'read-external-systems': 'each source keeps its failure and its next turn',
  'send-external-commands': 'each command keeps its attempts',
  'make-company-exports': 'an archive keeps its tries and its failure',
  'push-access-lists': 'each site is sent by itself and keeps what it has',
  'watch-sites': 'each site is watched by itself',
}

/** One statement over many rows, or none: there is no row whose work could fail alone. */
const NO_ROWS: Readonly<Record<string, string>> = {
  'forget-stray-previews': 'files, each deleted by itself',
  'forget-stray-scans': 'files, each deleted by itself',
  'forget-stray-files': 'files, each deleted by itself',
  'forget-stray-exports': 'files, each deleted by itself',
  'forget-who-opened': 'one update',
  'forget-site-orders': 'one delete',
  'forget-webhook-deliveries': 'one delete',
  'forget-old-payment-messages': 'one delete',
  'forget-strangers-at-the-bank': 'one update',
  'forget-old-sessions': 'one delete and its events',
  'forget-erased-addresses': 'one update',
  'forget-old-keys': 'one delete',
  'forget-old-events': 'one delete',
  'forget-call-counts': 'one delete',
  'erase-past-leases': 'one update of text columns',
  'erase-past-papers': 'one update of text columns',
  'notice-left-open': 'one statement, then inserts of records without constraints on it',
  'write-news': 'one insert that passes by what is there',
  'write-closings': 'one insert that passes by what is there',
  'note-key-uses': 'one update',
  'note-refusals': 'counts in memory, written as entries of the audit',
  'read-payment-processors': 'reads',
  'seal-audit': 'a chain: a record cannot be left out',
  'witness-audit': 'one record',
  'sum-the-book': 'one statement',
}

/** A processor is asked about each of its payments; the place of the last turn is kept, so that no row hides others. */
const ASKS_OUTSIDE = ['ask-about-pending-payments', 'reconcile-payments']

test('A4: every job works on each row by itself, or is named with what it does instead', () => {
  const jobs = sources.flatMap((text) =>
    [...text.matchAll(/name: '([a-z][a-z-]+)',\s+everySeconds:/g)].map(([, name = '']) => name),
  )
  expect(jobs.length).toBeGreaterThan(50)
  const byRow = sources.flatMap((text) => [
    ...[...text.matchAll(/workRows\([^;]*?job: '([a-z-]+)'/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/beginTurn\([^,]+, '([a-z-]+)'/g)].map(([, name = '']) => name),
  ])
  const named = [...Object.keys(OWN_FAILURES), ...Object.keys(NO_ROWS), ...ASKS_OUTSIDE]
  expect(jobs.filter((job) => !byRow.includes(job) && !named.includes(job))).toEqual([])
  expect([...byRow, ...named].filter((name) => !jobs.includes(name))).toEqual([])
  expect(named.filter((name) => byRow.includes(name))).toEqual([])
  // What a query of due rows leaves out is of a job that records failures.
  const left = sources.flatMap((text) =>
    [...text.matchAll(/isNotPutOff\('([a-z-]+)'/g)].map(([, name = '']) => name),
  )
  expect(left.toSorted()).toEqual(byRow.toSorted())
})
