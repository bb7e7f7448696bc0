import ts from 'typescript'

/** What one source file does that a boundary could forbid; comments and strings do not count. */
export interface SourceFacts {
  /** Path inside the repository, with forward slashes. */
  readonly file: string
  /** Everything imported: static, dynamic, type-only and re-exported. */
  readonly imports: readonly Finding[]
  /** Places that speak SQL: a `sql` template, a query builder's verb, a driver's `query('select …')`. */
  readonly sql: readonly Finding[]
  /** Tables that are written here. */
  readonly writes: readonly Finding[]
  /** Tables that are read here; names of a query's own (`with …`) among them. */
  readonly reads: readonly Finding[]
  /** Readings of `process.env`. */
  readonly environment: readonly Finding[]
}

export interface Finding {
  readonly text: string
  readonly line: number
}

const WRITING = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const SQL_START = /^\s*(select|insert|update|delete|with|merge|truncate|lock|create|alter|drop)\b/i
const SQL_WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi
const SQL_READ = /\b(?:from|join)\s+"?([a-z_][a-z0-9_]*)"?/gi
const READING = new Set(['selectFrom', 'innerJoin', 'leftJoin'])

export function readSource(file: string, text: string): SourceFacts {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const facts = {
    file,
    imports: [] as Finding[],
    sql: [] as Finding[],
    writes: [] as Finding[],
    reads: [] as Finding[],
    environment: [] as Finding[],
  }
  const at = (node: ts.Node, found: string): Finding => ({
    text: found,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  })

  function sqlText(node: ts.Node, text: string): void {
    facts.sql.push(at(node, text.trim().split('\n')[0]!.slice(0, 60)))
    for (const [, table] of text
      .replaceAll(/\bfor\s+(no\s+key\s+)?update\b|\bdo\s+update\s+set\b|\bon\s+(update|delete)\b/gi, ' ')
      .matchAll(SQL_WRITE)) {
      if (table && table.toLowerCase() !== 'set') facts.writes.push(at(node, table.toLowerCase()))
    }
    for (const [, table] of text.matchAll(SQL_READ))
      if (table) facts.reads.push(at(node, table.toLowerCase()))
  }

  function call(node: ts.CallExpression): void {
    const [first] = node.arguments
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword && first && ts.isStringLiteralLike(first))
      facts.imports.push(at(node, first.text))
    if (!ts.isPropertyAccessExpression(node.expression)) return
    const name = node.expression.name.text
    if (name === 'selectFrom' || WRITING.has(name)) facts.sql.push(at(node, `.${name}(`))
    if (WRITING.has(name) && first && ts.isStringLiteralLike(first))
      facts.writes.push(at(node, first.text.split(' ')[0]!))
    if (READING.has(name) && first && ts.isStringLiteralLike(first))
      facts.reads.push(at(node, first.text.split(' ')[0]!))
    if (name === 'query' && first) {
      const words = wordsOf(first)
      if (words !== undefined && SQL_START.test(words)) sqlText(node, words)
    }
  }

  function visit(node: ts.Node): void {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      facts.imports.push(at(node, node.moduleSpecifier.text))
    else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      facts.imports.push(at(node, node.argument.literal.text))
    else if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql')
      sqlText(node, wordsOf(node.template) ?? '')
    else if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'env' &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'process'
    )
      facts.environment.push(at(node, 'process.env'))
    else if (ts.isCallExpression(node)) call(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return facts
}

/** The text of a string or template; what is put in becomes a blank. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ')
  return undefined
}
