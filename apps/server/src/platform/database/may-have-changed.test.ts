import { expect, test } from 'vitest'
import { mayHaveChanged } from './may-have-changed.ts'

test.each([
  ['insert into mail (id) values ($1)', 1, true],
  ['update contract set status = $1 where id = $2', 1, true],
  ['UPDATE contract set status = $1', 0, false],
  ['delete from session where until < $1', 3, true],
  ['with due as (select id from mail for update skip locked) update mail m set x = 1 from due', 2, true],
  ['with taken as (delete from added returning *) select count(*) from taken having count(*) > 0', 1, true],
  ['with taken as (delete from added returning *) select count(*) from taken having count(*) > 0', 0, false],
  ['select id from contract where ends_on < $1 for update', 7, false],
  ['select id from contract for no key update of c skip locked', 7, false],
  ['select updated_at, is_deleted from stock', 7, false],
  ['commit', null, false],
])('%s, of %s rows: %s', (text, rowCount, changed) => {
  expect(mayHaveChanged(text, { rowCount })).toBe(changed)
})
