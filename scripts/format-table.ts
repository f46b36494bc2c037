export function formatTable(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
