import { loadSuite } from '../../runners/suite/index.ts'

const suite = await loadSuite(['endpoint'])

/** Is there such a rule? */
export const requirementIds = { has: (id: string): boolean => suite.requirement(id) !== undefined }
