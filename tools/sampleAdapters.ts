/** The samples that come with channelproof, each with the program that it needs. */
export interface SampleAdapter {
  readonly language: string
  /** Program that must be there; its arguments print a version. */
  readonly needs: readonly [string, ...string[]]
  /** Command, relative to the root of the package. */
  readonly command: readonly string[]
}

export const SAMPLES: readonly SampleAdapter[] = [
  {
    language: 'TypeScript',
    needs: [process.execPath, '--version'],
    // Node 20 runs TypeScript through tsx alone.
    command: [process.execPath, '--import', 'tsx', 'runners/adapters/typescript/adapter.ts'],
  },
  {
    language: 'Python',
    needs: ['python3', '--version'],
    command: ['python3', 'runners/adapters/python/adapter.py'],
  },
  { language: 'Go', needs: ['go', 'version'], command: ['go', 'run', '-C', 'runners/adapters/go', '.'] },
]
