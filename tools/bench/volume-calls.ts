import { type Volume, volumeId } from '../volume/grow-company.ts'

/** One kind of call: as the product is asked and as the bare server is, for the same answer. */
export interface VolumeCase {
  readonly name: string
  /** Of the n-th call, behind `/api`; they take turns so that no single row is asked for again and again. */
  readonly product: (turn: number) => string
  readonly bare: (turn: number) => string
}

/** Calls after which the turns begin anew. */
export const TURNS = 12

const at = (list: readonly string[], turn: number): string => list[turn % list.length] ?? ''
const pathOf = (path: string, query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? `/${path}` : `/${path}?${text}`
}

/** The same query for both, under a path of each. */
const same = (
  name: string,
  path: string,
  bare: string,
  queryOf: (turn: number) => Readonly<Record<string, string>> = () => ({}),
  fixed: Readonly<Record<string, string>> = {},
): VolumeCase => ({
  name,
  product: (turn) => pathOf(`api/${path}`, { ...fixed, ...queryOf(turn) }),
  bare: (turn) => pathOf(bare, queryOf(turn)),
})

const FIRST = { page: '1' }
// Names as the filling gives them: from some thousand people to one.
const NAMES = ['lagerfeld', 'иванова', 'Müller 1', 'kowalski 47', 'Соколов 88', 'firma 120']
const EMAILS = ['tenant4711@', 'tenant12', 'tenant300']

/** First page and search of what a large company looks at all day: the calls that the target of 3 × is for. */
export function volumeCases(volume: Volume): readonly VolumeCase[] {
  const stock = (turn: number): string => volumeId('stock', 1 + ((turn * 7) % volume.stocks))
  const contract = (turn: number): string => volumeId('contract', 1 + ((turn * 997) % volume.contracts))
  return [
    same('users, first page', 'users', 'users', undefined, FIRST),
    same('users, by name', 'users/search', 'users/search', (turn) => ({ search: at(NAMES, turn) }), FIRST),
    same('users, by e-mail', 'users/search', 'users/search', (turn) => ({ search: at(EMAILS, turn) }), FIRST),
    same('boxes, first page', 'boxes', 'boxes-of-stock', (turn) => ({ stockId: stock(turn) }), FIRST),
    same(
      'boxes, by number',
      'boxes',
      'boxes-of-stock',
      (turn) => ({ stockId: stock(turn), number: at(['A17', 'B4', '205', 'YA0'], turn) }),
      FIRST,
    ),
    same('contracts, first page', 'statistics/contracts', 'contracts', undefined, {
      ...FIRST,
      status: 'all',
    }),
    same('contracts, ending', 'statistics/contracts', 'contracts/ending', undefined, {
      ...FIRST,
      status: 'ending',
    }),
    same(
      'contracts, by client',
      'statistics/contracts',
      'contracts/of',
      (turn) => ({ search: at(['lagerfeld', 'иванова', 'kowalski', 'Müller 1'], turn) }),
      { ...FIRST, status: 'all' },
    ),
    same(
      'contracts, by number',
      'statistics/contracts',
      'contracts/numbered',
      (turn) => ({ search: at(['V-0047', 'V-00123', '-0005'], turn) }),
      { ...FIRST, status: 'all' },
    ),
    same('invoices not sent, first page', 'statistics/invoice-emailing', 'invoices', undefined, FIRST),
    same(
      'invoices not sent, by client',
      'statistics/invoice-emailing',
      'invoices/of',
      (turn) => ({ search: at(['lagerfeld', 'иванова', 'kowalski', 'Müller 1'], turn) }),
      FIRST,
    ),
    same('debtors, first page', 'statistics/debtors', 'debtors', undefined, FIRST),
    {
      name: 'documents of a contract',
      product: (turn) => `/api/contracts/${contract(turn)}/invoices`,
      bare: (turn) => pathOf('documents', { contractId: contract(turn) }),
    },
    same('audit, first page', 'audit', 'audit', undefined, FIRST),
    same(
      'audit, by person',
      'audit',
      'audit',
      (turn) => ({ who: at(['super@', 'katharina lagerf', 'tenant4711@'], turn) }),
      FIRST,
    ),
    same(
      'audit, by act',
      'audit',
      'audit',
      (turn) => ({ action: at(['box-changed', 'contract-booked'], turn) }),
      FIRST,
    ),
  ]
}

/** What else staff look at: its plans are read as well. Orders, other filters, later pages, the lists beside those above. */
export function furtherCalls(volume: Volume): readonly string[] {
  const stock = volumeId('stock', Math.ceil(volume.stocks / 2))
  const account = volumeId('account', Math.ceil(volume.accounts / 2))
  const box = volumeId('box', Math.ceil((volume.stocks * volume.boxesPerStock) / 2))
  const orders = (
    path: string,
    query: Readonly<Record<string, string>>,
    names: readonly string[],
  ): string[] =>
    names.flatMap((name) => [name, `-${name}`].map((sort) => pathOf(path, { ...query, page: '1', sort })))
  return [
    'users?page=3',
    'users/search?page=1&search=30100471',
    'users?page=1&role=staff',
    ...orders('users', {}, ['email', 'name', 'accountType', 'phone', 'role', 'created']),
    `users/${account}`,
    `users/${account}/contracts?status=all`,
    `users/${account}/personal-invoices`,
    `users/${account}/boxes`,
    'roles',
    'cities',
    'stocks',
    'boxcategories',
    'sellers',
    'notifications',
    `stocks/${stock}`,
    `stocks/${stock}/history?page=1`,
    `stocks/${stock}/map`,
    `stocks/${stock}/availability`,
    `boxes/fetch?stockId=${stock}`,
    `boxes?stockId=${stock}&page=1&lock=1:05`,
    `boxes?stockId=${stock}&page=1&size=4`,
    `boxes?stockId=${stock}&page=1&state=debt`,
    ...orders('boxes', { stockId: stock }, ['number', 'size', 'rate', 'lock', 'state', 'client']),
    `boxes/${box}`,
    `boxes/${box}/history`,
    `contracts/${volumeId('contract', Math.ceil(volume.contracts / 2))}`,
    'statistics/contracts?status=opened&page=1',
    'statistics/contracts?status=closed&page=1',
    `statistics/contracts?status=all&page=1&stockId=${stock}`,
    'statistics/contracts?status=all&page=1&search=YA17',
    ...orders('statistics/contracts', { status: 'all' }, ['end', 'client', 'stock']),
    'statistics/contracts?status=ending',
    'statistics/debtors',
    'statistics/debtors?page=1&search=lagerfeld',
    `statistics/debtors?page=1&stockId=${stock}`,
    'statistics/invoice-emailing',
    `statistics/invoice-emailing?page=1&stockId=${stock}`,
    'statistics/invoice-emailing?page=1&search=V-2026-00034',
    ...orders('statistics/invoice-emailing', {}, ['number', 'client', 'stock']),
    'email-history/search?to=',
    'email-history/search?to=tenant4711',
    `audit?page=1&stockId=${stock}`,
    `audit?page=1&subjectType=account&subjectId=${account}`,
    'audit?page=1&subjectType=document',
    'audit?page=1&from=2026-11-01&to=2026-11-02',
    'audit?page=100',
  ].map((path) => `/api/${path.replace(/^\//, '')}`)
}
