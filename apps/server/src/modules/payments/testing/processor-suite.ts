import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catchMessages } from './catch-messages.ts'
import { openLine } from './cut-line.ts'
import { expectMessages } from './expect-messages.ts'
import { expectPages } from './expect-pages.ts'
import { expectRefunds } from './expect-refunds.ts'
import { expectSavedMethods } from './expect-saved-methods.ts'
import { expectTrouble } from './expect-trouble.ts'
import type { Lack, ProcessorRig, SetUp } from './processor-rig.ts'
import { createScene, type Scene } from './processor-scene.ts'

/**
 * What the core relies on, of every processor, over HTTP against its simulator. An adapter that fails here has ways of its
 * own; what its processor does not have it says beforehand.
 * @param more what only this processor has, in the same scene
 */
export function describeProcessor<R extends ProcessorRig>(
  name: string,
  setUp: SetUp<R>,
  options: { readonly lacks?: readonly Lack[]; readonly more?: (scene: Scene<R>) => void } = {},
): void {
  describe(`${name} behind the port`, () => {
    const scene = createScene<R>(options.lacks ?? [])

    beforeAll(async () => {
      const catcher = await catchMessages()
      scene.catcher = catcher
      scene.rig = await setUp({ messagesUrl: catcher.url })
      scene.line = await openLine(scene.rig.url)
      scene.processor = scene.rig.connect(scene.line.url, { key: 'right', patience: 'usual' })
      catcher.read = (raw) => scene.processor.readMessage(raw)
    })
    afterAll(async () => {
      await scene.line.close()
      await scene.rig.close()
      await scene.catcher.close()
    })

    it('says what it takes', () => {
      expect(scene.processor.currencies).toContain(scene.rig.currency)
      expect(scene.processor.methods(scene.rig.currency)).toContain('card')
      expect(scene.processor.name).toMatch(/^[\w-]+$/)
    })
    it('can be tried without moving money', async () => {
      const check = await scene.processor.check()
      expect(check.warnings).toEqual([])
      expect(check.account).toMatch(/./)
      expect(check.isTest).toBe(scene.lacks('test accounts') ? null : true)
    })
    expectPages(scene)
    expectSavedMethods(scene)
    expectRefunds(scene)
    expectMessages(scene)
    expectTrouble(scene)
    options.more?.(scene)
  })
}
