/** The adapters that come with channelproof, each with the program that it needs. */
export interface BundledAdapter {
  readonly language: string
  /** Program that must be there; its arguments print a version. */
  readonly needs: readonly [string, ...string[]]
  /** Command, relative to the root of the package. */
  readonly command: readonly string[]
}

export const BUNDLED: readonly BundledAdapter[] = [
  // No command: the reference adapter, as `sdk` runs it without arguments.
  { language: 'TypeScript', needs: [process.execPath, '--version'], command: [] },
  {
    language: 'Python',
    needs: ['python3', '--version'],
    command: ['python3', 'runners/adapters/python/adapter.py'],
  },
  { language: 'Go', needs: ['go', 'version'], command: ['go', 'run', '-C', 'runners/adapters/go', '.'] },
]
