const WILDCARDS: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*', '?': '[^/]' }

/** A glob over ids: `*` within a part, `**` over parts, `?` one character. */
export function globPattern(glob: string): RegExp {
  const parts = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => WILDCARDS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('')}$`)
}
