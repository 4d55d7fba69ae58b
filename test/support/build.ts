/**
 * Before the tests: builds the program into its own folder, so that the tests run what is shipped and leave dist alone.
 * BUILT_PROGRAM names the folder. It lies next to dist, not under node_modules: from there the package
 * could not refer to itself.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT_FOLDER } from '../../runners/suite/files.ts'

export default function setup(): () => void {
  const folder = `dist-test-${process.pid}`
  const remove = (): void => rmSync(join(ROOT_FOLDER, folder), { recursive: true, force: true })
  const built = spawnSync('npm', ['run', '--silent', 'build', folder], { cwd: ROOT_FOLDER, encoding: 'utf8' })
  if (built.status !== 0) {
    // Vitest tears down only what was set up.
    remove()
    throw new Error(`npm run build failed:\n${built.stdout}${built.stderr}`)
  }
  process.env['BUILT_PROGRAM'] = join(ROOT_FOLDER, folder)
  return remove
}
