/** Where the number inside a country begins, for those our stocks are in; longer codes of Germany are three digits. */
const shapes: readonly (readonly [begins: RegExp, groups: readonly number[], marks: string])[] = [
  [/^7/, [1, 3, 3, 2, 2], '  --'],
  [/^49(30|40|69|89)/, [2, 2, 4, 4], '   '],
  [/^49/, [2, 3, 4, 4], '   '],
  [/^48/, [2, 2, 3, 2, 2], '    '],
]

/** +74951204418 → "+7 495 120-44-18": a number one can read out. What is written in groups already, or is foreign, stays. */
export function phoneWords(phone: string): string {
  const digits = /^\+(\d{8,15})$/.exec(phone.trim())?.[1]
  const shape = digits === undefined ? undefined : shapes.find(([begins]) => begins.test(digits))
  if (digits === undefined || shape === undefined) return phone
  const [, groups, marks] = shape
  let said = '+'
  let at = 0
  for (const [index, length] of groups.entries()) {
    const part = index === groups.length - 1 ? digits.slice(at) : digits.slice(at, at + length)
    if (part === '') break
    said += (index === 0 ? '' : marks[index - 1] === '-' ? '-' : '\u00a0') + part
    at += length
  }
  return said
}
