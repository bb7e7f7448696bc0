import type ru from './ru.ts'

/** All sentences of the screens; a language that lacks one does not compile. */
export type UiTexts = typeof ru
