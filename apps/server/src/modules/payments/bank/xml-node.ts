/** A small part of an XML file as a tree: only what is needed of it. */
export interface XmlNode {
  /** Without its prefix. */
  readonly name: string
  /** The attribute `Ccy`. */
  readonly currency: string | null
  text: string
  readonly children: XmlNode[]
  /** Of the file, from 1. */
  readonly line: number
}

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name)

/** The text of what lies there, trimmed; null where there is nothing. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  const found = path.reduce<XmlNode | undefined>(childOf, node)
  const text = found?.text.trim() ?? ''
  return text === '' ? null : text
}
