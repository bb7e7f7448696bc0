import { expect, test } from 'vitest'
import { accessReasons } from '@stowage/domain/access-record'
import { denialReasons } from '@stowage/lsp/denials'
import { COMMAND_RESULTS } from '@stowage/lsp/messages'

test('whatever a site says of a try that came to nothing, the history has words for it', () => {
  const silent = new Set(['opened', 'sent', 'already_open'])
  const said = [...denialReasons, ...COMMAND_RESULTS.filter((result) => !silent.has(result))]
  expect([...accessReasons].toSorted()).toEqual(said.toSorted())
})
