/** A glob over vector ids: `*` and `?` within a part, `**` over parts. */
export function globPattern(glob: string): RegExp {
  const parts = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => WILDCARDS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('')}$`)
}

const WILDCARDS: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*', '?': '[^/]' }

export const isGlob = (text: string): boolean => /[*?]/.test(text)
