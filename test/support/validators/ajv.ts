import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Body, Checked } from './bodies.ts'
import { schemasOf, tolerant, urlOf, type Validator } from './validator.ts'

/** Plain, without the options of src/body: what any user of the schemas gets. */
export const AJV: Validator = {
  name: 'ajv',
  check: (folder, bodies) => {
    const ajv = new Ajv2020({ allErrors: true, schemas: schemasOf(folder) })
    const check = ({ kind, body }: Body): Checked => {
      const valid = ajv.validate(urlOf(kind), JSON.parse(body))
      return { valid, errors: valid ? [] : (ajv.errors ?? []) }
    }
    return Promise.resolve(bodies.map(tolerant(check)))
  },
}
