import fs from 'node:fs'
import path from 'node:path'

/** A file this long has more than one room in it, a test as well; generated ones aside. 150 is the feeling for code. */
const LINES = 400
const GENERATED = /\.gen\.ts$/

/** Written so that this file does not hold what it forbids. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/@ts-(ignore|nocheck|expect-error)/, 'types are not silenced'],
  [/(oxlint|eslint)-disable/, 'the linter is not silenced'],
  [/\b(it|test|describe|suite)\.(skip|todo|only|fixme)\b/, 'a test that does not run proves nothing'],
]

/** What the text of a source file must not hold, in sentences. */
export function sourceTextProblems(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
    const long =
      lines.length - 1 > LINES && !GENERATED.test(file)
        ? [`${file} has ${lines.length - 1} lines, more than ${LINES}`]
        : []
    const found = lines.flatMap((line, index) =>
      FORBIDDEN.filter(([what]) => what.test(line)).map(([, why]) => `${file}:${index + 1} ${why}`),
    )
    return [...long, ...found]
  })
}
