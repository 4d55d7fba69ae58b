import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, temporary, type Ran } from '../cli.ts'

export const folder = temporary()

/** Runs `validate` on a file of this name and content. */
export function validate(
  kind: string,
  name: string,
  content: string | Uint8Array,
  flags: readonly string[] = [],
): Promise<Ran> {
  writeFileSync(join(folder, name), content)
  return cli(['validate', '--body', kind, ...flags, name], { cwd: folder })
}

/** A right body of a token request. */
export const RIGHT = '{"channelId":"c1","userId":"u1"}'
