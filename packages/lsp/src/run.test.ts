import { expect, test } from 'vitest'
import { kindOfRun } from './run.ts'

const run = (instance: string, ...before: string[]) => ({ instance, before })

test('I1: a run is judged by the newest run of its folder that the server knows', () => {
  const known = { holder: 'run-a2', barred: ['run-c1'] }
  expect(kindOfRun(run('run-a1'), { holder: null, barred: [] })).toBe('next')
  expect(kindOfRun(run('run-a2', 'run-a1'), known)).toBe('same')
  // Restarts without the server in between.
  expect(kindOfRun(run('run-a4', 'run-a3', 'run-a2', 'run-a1'), known)).toBe('next')
  // The original from before a copy was let in, and a folder copied long ago.
  expect(kindOfRun(run('run-a1', 'run-a0'), known)).toBe('stranger')
  // A copy of the present run that staff decided against, started again.
  expect(kindOfRun(run('run-c2', 'run-c1', 'run-a2'), known)).toBe('barred')
  // Staff chose the copy: it goes on, though the run it was copied from is barred.
  expect(kindOfRun(run('run-c2', 'run-c1', 'run-a2'), { holder: 'run-c1', barred: ['run-a2'] })).toBe('next')
})
